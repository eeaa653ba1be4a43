import { describe, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser } from './harness/browser.ts'
import { inboxOn } from './harness/inbox.ts'
import { visitorLine } from './harness/line.ts'
import { foundOrganization, signIn } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()

it('the palette finds customers, messages and notes of every view and opens them', async () => {
  const organization = await foundOrganization(service, 'Palette')
  const line = await visitorLine(service, organization.provider.id)
  const { customer_id: id, conversation_id: conversationId } = await line.say('My teapot leaks')
  await line.close()
  await organization.call(organization.owner, 'PATCH', `/customers/${id}`, {
    first_name: 'Zoë',
    last_name: 'Quill',
    email: 'zoe@tea.example',
  })
  await organization.call(organization.owner, 'POST', `/conversations/${conversationId}/notes`, {
    client_id: crypto.randomUUID(),
    content: 'A known flaw of this teapot',
  })
  await organization.call(organization.owner, 'POST', `/conversations/${conversationId}/close`)
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/settings/team'))
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const field = palette.getByRole('combobox')
  await field.fill('nobody of this name')
  await palette.getByText('No matches.').waitFor()
  await field.fill('tea.exam')
  await palette.getByRole('option', { name: 'Zoë Quill · zoe@tea.example' }).waitFor()
  await field.fill('quill')
  await palette.getByRole('group', { name: 'Customers' }).getByRole('option').waitFor()
  await saveScreenshot(page, 'panel-palette-customer')
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => url.pathname.endsWith(`/customers/${id}`))
  await page.getByRole('heading', { name: 'Zoë Quill' }).first().waitFor()
  expect(await palette.count()).toBe(0)

  await page.keyboard.press('ControlOrMeta+k')
  await field.fill('teap')
  const note = palette.getByRole('group', { name: 'Notes' }).getByRole('option', { name: 'A known flaw' })
  await note.waitFor()
  await saveScreenshot(page, 'panel-palette-search')
  expect(await findBarriers(page)).toEqual([])
  await palette
    .getByRole('group', { name: 'Messages' })
    .getByRole('option', { name: 'My teapot leaks' })
    .click()
  await page.waitForURL((url) => url.pathname.endsWith(`/inbox/closed/${conversationId}`))
  await inboxOn(page).message('My teapot leaks').waitFor()
})

it('Enter runs a result of the current text, also if it was pressed before the result arrived', async () => {
  const organization = await foundOrganization(service, 'Fast fingers')
  const ids: string[] = []
  for (const name of ['Anna', 'Bertha']) {
    const line = await visitorLine(service, organization.provider.id)
    const { customer_id: id } = await line.say('Hello')
    await line.close()
    await organization.call(organization.owner, 'PATCH', `/customers/${id}`, { first_name: name })
    ids.push(id)
  }
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/settings/team'))
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  const held = Promise.withResolvers<void>()
  await page.route(/\/customers\?.*q=bertha/, async (route) => {
    await held.promise
    await route.continue()
  })
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  const field = palette.getByRole('combobox')
  await field.fill('anna')
  const anna = palette.getByRole('option', { name: 'Anna', exact: true })
  await anna.waitFor()
  const asked = page.waitForRequest(/\/customers\?.*q=bertha/)
  await field.fill('bertha')
  await page.keyboard.press('Enter')
  await asked
  await page.keyboard.press('Enter')
  expect(await anna.getAttribute('aria-selected')).toBe('false')
  held.resolve()
  await page.getByRole('heading', { name: 'Bertha' }).first().waitFor()
  expect(new URL(page.url()).pathname).toContain(ids[1])
  expect(await palette.count()).toBe(0)
})

it('a search that was not completed shows what it found, and says that results may be missing', async () => {
  const organization = await foundOrganization(service, 'Incomplete')
  const line = await visitorLine(service, organization.provider.id)
  await line.say('My kettle leaks')
  await line.close()
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/settings/team'))
  await page.route('**/search?*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), complete: false } })
  })
  await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('kettle')
  await palette.getByRole('option', { name: 'My kettle leaks' }).waitFor()
  await palette.getByText('Results may be missing.').waitFor()
})

it('a view that is chosen in the palette keeps the search of the inbox', async () => {
  const organization = await foundOrganization(service, 'Searching')
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open?q=teapot'))
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await palette.getByRole('combobox').fill('closed')
  await palette.getByRole('option', { name: /Closed/ }).click()
  await page.waitForURL((url) => url.pathname.endsWith('/inbox/closed'))
  expect(new URL(page.url()).searchParams.get('q')).toBe('teapot')
})

describe('keys before the palette is loaded', () => {
  /** The composer has the focus; the palette's code waits for `release`, or fails to load. */
  async function composing({ fails = false } = {}) {
    const organization = await foundOrganization(service, 'Slow palette')
    const line = await visitorLine(service, organization.provider.id)
    await line.say('My teapot leaks')
    await line.close()
    const profile = await browser.profile()
    const loading = Promise.withResolvers<void>()
    await profile.context.route(/\/palette-[\w-]{8}\.js/, async (route) => {
      await loading.promise
      await (fails ? route.abort() : route.continue())
    })
    if (fails) profile.expectErrors(/net::ERR_FAILED/)
    await signIn(profile, service, organization.owner)
    const page = await profile.open(organization.panel('/inbox/open'))
    const inbox = inboxOn(page)
    await inbox.openRow('My teapot leaks')
    await inbox.composer.fill('A draft')
    await page.keyboard.press('ControlOrMeta+k')
    const palette = page.getByRole('dialog', { name: 'Search and commands' })
    return { page, inbox, palette, release: loading.resolve }
  }

  it('do not reach the field that had the focus, which has it again after Escape', async () => {
    const { page, inbox, palette, release } = await composing()
    await page.keyboard.type('abc')
    expect(await palette.count()).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(() => inbox.composer.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await inbox.composer.inputValue()).toBe('A draft')
    release()
  })

  it('go back to where they were if it cannot be loaded', async () => {
    const { page, inbox, release } = await composing({ fails: true })
    await page.keyboard.type('abc')
    release()
    await page.getByText('This could not be loaded').waitFor()
    await expect.poll(() => inbox.composer.evaluate((field) => field === document.activeElement)).toBe(true)
  })

  it('are in the field of the palette, which continues where they end', async () => {
    const { page, inbox, palette, release } = await composing()
    await page.keyboard.type('peoq')
    await page.keyboard.press('Backspace')
    expect(await palette.count()).toBe(0)
    release()
    const field = palette.getByRole('combobox')
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
    await page.keyboard.type('ple')
    expect(await field.inputValue()).toBe('people')
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'detached' })
    await expect.poll(() => inbox.composer.evaluate((field) => field === document.activeElement)).toBe(true)
    expect(await inbox.composer.inputValue()).toBe('A draft')
  })

  it('run the first command once it is loaded if the last one was Enter', async () => {
    const { page, release } = await composing()
    await page.keyboard.type('people')
    await page.keyboard.press('Enter')
    release()
    await page.getByRole('heading', { level: 1, name: 'People' }).waitFor()
  })
})
