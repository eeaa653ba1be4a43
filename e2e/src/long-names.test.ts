import type { Locator } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { inboxOn } from './harness/inbox.ts'
import { visitorLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
const greeting = 'Is this the last one?'
const longName = 'Maximiliane'.repeat(9)
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Long names')
  const call = (method: string, path: string, body?: object) =>
    organization.call(organization.owner, method, path, body)
  for (let each = 1; each <= 9; each++) {
    await call('POST', '/labels', { name: `Label ${each} ${'x'.repeat(28)}`, colour: 'blue' })
  }
  await call('POST', '/labels', { name: 'VIP', colour: 'red' })
  await call('POST', '/labels', { name: 'y'.repeat(40), colour: 'red' })
  const visitor = await visitorLine(service, organization.provider.id)
  for (let each = 1; each <= 30; each++) await visitor.say(`Question ${each}`)
  await visitor.say(greeting)
  await visitor.close()
  const [{ customer }] = (await call('GET', '/conversations?view=open')).data
  await call('PATCH', `/customers/${customer.id}`, { first_name: longName })
})

async function panel(locale: string) {
  const profile = await browser.profile({ locale, viewport: { width: 1100, height: 700 } })
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  return { page, inbox: inboxOn(page) }
}

const isCutOff = (box: Locator) => box.evaluate((element) => element.scrollWidth > element.clientWidth)
const height = async (box: Locator) => (await box.boundingBox())?.height ?? NaN

it('a long label fits the filter', async () => {
  const { page } = await panel('en-US')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('button', { name: 'Label', exact: true }).last().click()
  const label = page.getByRole('checkbox', { name: 'y'.repeat(40) })
  await label.waitFor()
  const cutOff = await label.evaluate((element) => {
    const boxes = [...(element.closest('[role=dialog]')?.querySelectorAll('div') ?? [])]
    return boxes.filter((box) => box.contains(element) && box.scrollWidth > box.clientWidth).length
  })
  expect(cutOff).toBe(0)
})

it('a label is found in lower case in a Turkish panel', async () => {
  const { page } = await panel('tr-TR')
  await page.getByRole('link', { name: greeting }).click()
  await page.getByRole('button', { name: /^Etiket/ }).click()
  await page.getByRole('textbox', { name: 'Etiketlerde ara' }).fill('vip')
  await page.getByRole('option', { name: 'VIP' }).waitFor()
})

it('the long name of a customer fits the timeline and leaves the empty composer small', async () => {
  const { inbox } = await panel('en-US')
  await inbox.openRow(greeting)
  expect(await isCutOff(inbox.log)).toBe(false)
  const empty = await height(inbox.composer)
  await inbox.composer.fill('Hi')
  expect(await height(inbox.composer)).toBe(empty)
})

it('the timeline stays at its end while the composer grows and shrinks', async () => {
  const { page, inbox } = await panel('en-US')
  await inbox.openRow(greeting)
  const toEnd = page.getByRole('button', { name: 'Jump to latest message' })
  await toEnd.click()
  await toEnd.waitFor({ state: 'detached' })
  const grow = (pixels: number) =>
    inbox.composer.evaluate((field, to) => {
      // Browsers lay out the field without its text in between, which moves the timeline.
      field.style.minHeight = '0'
      field.getBoundingClientRect()
      field.style.minHeight = `${to}px`
    }, pixels)
  for (const pixels of [200, 120, 0]) {
    await grow(pixels)
    await twoFrames(inbox.composer)
    expect(await toEnd.count()).toBe(0)
  }
})

const twoFrames = (box: Locator) =>
  box.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  )
