import { openDatabase } from '@parley/server/core/database'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Settings')
})

async function owner(path: string, ...expected: RegExp[]): Promise<Page> {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  profile.expectErrors(...expected)
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}

const widget = (page: string) => `/settings/widgets/${organization.provider.id}/${page}`

/** Visible style of a bubble. */
const coloursOf = (element: Locator) =>
  element.evaluate((one) => {
    const { color, backgroundColor } = getComputedStyle(one)
    return { color, backgroundColor }
  })

describe('the appearance', () => {
  it('is shown in the preview while it is edited, and identically in the widget after saving', async () => {
    const panel = await owner(widget('appearance'))
    await panel.getByLabel('Title').fill('Kiln help')
    await panel.getByLabel('Greeting').fill('Tee gefällig?')
    await panel.getByLabel('Brand colour code').fill('#ffd43b')
    await panel.getByText(/The button is hard to see on light pages/).waitFor()
    await panel.getByRole('radiogroup', { name: 'Colour scheme' }).getByText('Dark').click()
    await panel.getByRole('radiogroup', { name: 'Position' }).getByText('Left').click()
    await panel.getByLabel('Language', { exact: true }).selectOption('de')
    await saveScreenshot(panel, 'panel-appearance')

    const preview = panel.getByRole('region', { name: 'Preview of your widget with sample messages' })
    await preview.getByText('Kiln help').waitFor()
    await preview.getByText('Tee gefällig?').waitFor()
    const sampled = {
      own: await coloursOf(preview.getByText('Liefern Sie nach Norwegen?')),
      theirs: await coloursOf(preview.getByText('Tee gefällig?')),
    }
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByRole('button', { name: 'Saved' }).waitFor()

    const profile = await browser.profile({ reducedMotion: 'reduce' })
    const page = await profile.open(
      site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })),
    )
    const chat = chatOn(page)
    await page.getByRole('button', { name: 'Chat öffnen' }).waitFor()
    expect((await chat.launcher.boundingBox())?.x).toBe(20)
    await chat.open()
    await page.getByRole('dialog', { name: 'Kiln help' }).waitFor()
    await chat.say('Liefern Sie nach Norwegen?')
    const bubble = (text: string) => chat.log.locator('.bubble').filter({ hasText: text })
    expect({
      own: await coloursOf(bubble('Liefern Sie nach Norwegen?')),
      theirs: await coloursOf(bubble('Tee gefällig?')),
    }).toEqual(sampled)
    await saveScreenshot(page, 'chat-appearance')
  })

  it('with unsaved changes is not lost by navigation', async () => {
    const panel = await owner(widget('appearance'))
    await panel.getByLabel('Title').fill('Half done')
    await panel.getByRole('link', { name: 'People', exact: true }).click()
    const asked = panel.getByRole('dialog', { name: 'Leave without saving?' })
    await saveScreenshot(panel, 'panel-unsaved')
    await asked.getByRole('button', { name: 'Stay' }).click()
    expect(await panel.getByLabel('Title').inputValue()).toBe('Half done')
    await panel.getByRole('link', { name: 'People', exact: true }).click()
    await asked.getByRole('button', { name: 'Leave without saving' }).click()
    await panel.getByRole('heading', { level: 1, name: 'People' }).waitFor()
    expect(
      (await organization.call(organization.owner, 'GET', `/providers/${organization.provider.id}`))
        .appearance,
    ).toEqual(organization.provider.appearance)
  })
})

it('unsaved changes of one widget do not appear in another', async () => {
  const other = await organization.call(organization.owner, 'POST', '/providers', { name: 'Second shop' })
  const panel = await owner(widget('appearance'))
  const title = panel.getByLabel('Title')
  const before = await title.inputValue()
  await panel.getByRole('link', { name: 'All widgets' }).click()
  await panel.getByRole('link', { name: 'Second shop' }).click()
  await panel.waitForURL(`**/${other.id}/appearance`)
  await title.fill('Of the second')
  await panel.evaluate(() => history.go(-2))
  await panel
    .getByRole('dialog', { name: 'Leave without saving?' })
    .getByRole('button', { name: 'Leave without saving' })
    .click()
  await panel.waitForURL(`**${widget('appearance')}`)
  await panel.getByRole('heading', { level: 1, name: organization.provider.name }).waitFor()
  expect(await title.inputValue()).toBe(before)
})

describe('a new widget', () => {
  it('works on a page with only the snippet from the panel', async () => {
    const panel = await owner('/settings/widgets')
    await panel.getByRole('button', { name: 'New widget' }).click()
    const dialog = panel.getByRole('dialog', { name: 'New widget' })
    await dialog.getByLabel('Name').fill('Second shop')
    await dialog.getByRole('button', { name: 'Create widget' }).click()
    await panel.getByRole('heading', { level: 1, name: 'Second shop' }).waitFor()
    await panel.getByRole('link', { name: 'Installation' }).click()
    await panel.getByRole('button', { name: 'Copy snippet' }).waitFor()
    const snippet = await panel.locator('code').first().textContent()
    await saveScreenshot(panel, 'panel-installation')

    const profile = await browser.profile()
    const page = await profile.open(
      site.put('/pasted', {
        html: `<!doctype html><html lang="en"><title>Pasted</title><link rel="icon" href="data:,"><body><h1>Pasted</h1>${snippet}</body></html>`,
      }),
    )
    const chat = chatOn(page)
    await chat.open()
    await page.getByRole('dialog', { name: 'Second shop' }).waitFor()
    await chat.say('It works')
    await chat.message('It works').getByRole('img', { name: 'Sent' }).waitFor()
  })

  it('disappears from every page when it is deleted by typing its name', async () => {
    const panel = await owner(widget('general'))
    const address = site.put(
      '/deleted',
      shopPage({ base: service.url, providerId: organization.provider.id }),
    )
    await panel.getByRole('button', { name: 'Delete widget' }).click()
    const dialog = panel.getByRole('dialog', { name: 'Delete this widget' })
    const confirm = dialog.getByRole('button', { name: 'Delete widget' })
    expect(await confirm.isEnabled()).toBe(false)
    await dialog.getByRole('textbox').fill(organization.provider.name)
    await saveScreenshot(panel, 'panel-delete-widget')
    await confirm.click()
    await panel.getByText('No widgets yet').waitFor()
    await saveScreenshot(panel, 'panel-no-widget')

    const profile = await browser.profile()
    profile.expectErrors(/404 \(Not Found\)/, /^\[Parley\] No widget has the providerId/)
    await profile.open(address)
    await expect.poll(() => profile.errors().some((error) => error.startsWith('[Parley]'))).toBe(true)
  })
})

describe('allowed origins', () => {
  it('are normalized, validated, and apply to the next page at once', async () => {
    const panel = await owner(widget('installation'))
    const field = panel.getByLabel('Origin', { exact: true })
    const add = panel.getByRole('button', { name: 'Add' })
    for (const [typed, problem] of [
      ['not an address', /is not an origin/],
      ['http://shop.example', /http works only for localhost/],
      ['https://*.shop.example', /Wildcards are not supported/],
    ] as const) {
      await field.fill(typed)
      await add.click()
      await panel.getByText(problem).waitFor()
    }
    await field.fill('https://shop.example/teapots?colour=blue')
    await panel.getByText('Will be added as https://shop.example').waitFor()
    await add.click()
    await panel.getByRole('button', { name: 'Remove https://shop.example' }).waitFor()
    await saveScreenshot(panel, 'panel-origins')
    await panel.getByRole('button', { name: 'Save' }).click()
    await panel.getByRole('button', { name: 'Saved' }).waitFor()

    const profile = await browser.profile()
    profile.expectErrors(/^\[Parley\] The service refuses .*: origin_not_allowed/)
    const page = await profile.open(
      site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })),
    )
    const chat = chatOn(page)
    await chat.open()
    await chat.window.getByText('Chat is not available on this page.').waitFor()
  })
})

describe('the secret key', () => {
  it('is loaded only on request; a new one is valid beside it until it is retired', async () => {
    const panel = await owner(widget('keys'))
    await panel.getByText(organization.provider.id).waitFor()
    expect(await panel.content()).not.toContain('prv_sk_')
    await panel.getByRole('button', { name: 'Show' }).click()
    const secret = panel.locator('code', { hasText: 'prv_sk_' })
    const first = await secret.textContent()
    await saveScreenshot(panel, 'panel-keys')
    await panel.getByRole('button', { name: 'Hide' }).click()
    await secret.waitFor({ state: 'detached' })

    await panel.getByRole('button', { name: 'Create new key' }).click()
    await panel.getByText('New key created. Add it to your server').waitFor()
    const old = panel.getByRole('group', { name: 'Old secret key' })
    await old.getByRole('button', { name: 'Show' }).click()
    expect(await old.locator('code').textContent()).toBe(first)
    const newest = panel.getByRole('group', { name: 'Secret key', exact: true })
    await newest.getByRole('button', { name: 'Show' }).click()
    const second = await newest.locator('code').textContent()
    expect(second).toMatch(/^prv_sk_/)
    expect(second).not.toBe(first)
    await saveScreenshot(panel, 'panel-keys-rotating')

    await panel.getByRole('button', { name: 'Retire old key' }).click()
    await panel.getByRole('dialog').getByRole('button', { name: 'Retire old key' }).click()
    await old.waitFor({ state: 'detached' })
    expect(await newest.locator('code').textContent()).toBe(second)
  })

  describe('when PARLEY_SECRET was replaced', () => {
    const keys = () => `/providers/${organization.provider.id}/secret`
    const ask = (method: string, rest = '') => organization.call(organization.owner, method, keys() + rest)

    /** Two keys, of which these cannot be decrypted any more. */
    async function keysPage(unreadable: ('secret_key' | 'previous_secret_key')[]): Promise<Page> {
      await ask('POST', '/regenerate')
      const { pool, close } = openDatabase(service.databaseUrl, { connections: 1 })
      for (const column of unreadable)
        await pool.query(`update provider set ${column} = 's1.AAAA' where id = $1`, [
          organization.provider.id,
        ])
      await close()
      return owner(widget('keys'), /409 \(Conflict\)/)
    }

    it('a new one can be created at once', async () => {
      const panel = await keysPage(['secret_key', 'previous_secret_key'])
      await panel.getByRole('button', { name: 'Show' }).first().click()
      const problem = panel.getByText('The secret key cannot be decrypted')
      await problem.waitFor()
      await saveScreenshot(panel, 'panel-keys-unreadable')
      await panel.getByRole('button', { name: 'Create new key' }).click()
      await panel.getByText('New key created.').waitFor()
      expect(await problem.count()).toBe(0)
      expect(await ask('GET')).toMatchObject({ previous: null })
    })

    it('the old one can be retired', async () => {
      const panel = await keysPage(['secret_key', 'previous_secret_key'])
      await panel.getByRole('button', { name: 'Retire old key' }).click()
      await panel.getByRole('dialog').getByRole('button', { name: 'Retire old key' }).click()
      await panel.getByText('Old key retired.').waitFor()
      await panel.getByRole('button', { name: 'Create new key' }).click()
      await panel.getByText('New key created.').waitFor()
    })

    it('the page says that an old one can no longer be shown', async () => {
      const panel = await keysPage(['previous_secret_key'])
      const old = panel.getByRole('group', { name: 'Old secret key' })
      await old.getByRole('button', { name: 'Show' }).click()
      await panel.getByText('The old secret key cannot be decrypted').waitFor()
    })
  })
})
