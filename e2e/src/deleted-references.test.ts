import type { ChannelConnection } from '@parley/protocol/channel-connection'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Deleted references')
})

async function ownerOn(path: string): Promise<Page> {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}

/** As another admin, or in another tab. */
const elsewhere = (method: string, path: string, body?: object) =>
  organization.call(organization.owner, method, path, body)

const isFocused = (element: Locator) => element.evaluate((each) => each === document.activeElement)

const goneTeam = 'The team no longer exists.'
const goneChoice = `${goneTeam} Choose another one.`

it('a rule whose team is deleted is marked, and saved once another one is chosen', async () => {
  const [night, day] = [
    await elsewhere('POST', '/teams', { name: 'Night' }),
    await elsewhere('POST', '/teams', { name: 'Day' }),
  ]
  await elsewhere('POST', '/automation-rules', {
    name: 'Refunds',
    enabled: true,
    trigger: { type: 'customer_message' },
    conditions: { filter: { team: night.id }, text: null, hours: null },
    actions: [{ type: 'team', team_id: night.id }],
    once: false,
    stop: false,
  })
  const page = await ownerOn('/settings/automation')
  const item = page.getByRole('listitem').filter({ hasText: 'Refunds' })
  await item.getByText('Move to team (Night)').waitFor()
  expect(await item.getByText(goneTeam).count()).toBe(0)
  await elsewhere('DELETE', `/teams/${night.id}`)
  await item.getByText(goneTeam, { exact: true }).waitFor()
  await saveScreenshot(page, 'panel-rule-gone-team')
  await page.getByRole('button', { name: 'Edit Refunds' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit rule' })
  const choice = dialog.getByRole('combobox', { name: 'Move to team' })
  // At the condition and at the action.
  await expect.poll(() => dialog.getByText(goneChoice, { exact: true }).count()).toBe(2)
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await dialog.getByRole('alert').getByText(goneChoice, { exact: true }).waitFor()
  const condition = dialog.getByRole('button', { name: 'Change condition Team: Unknown' })
  expect(await isFocused(condition)).toBe(true)
  await saveScreenshot(page, 'panel-rule-form-gone-team')
  await dialog.getByRole('button', { name: 'Remove condition Team: Unknown' }).click()
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await expect.poll(() => isFocused(choice)).toBe(true)
  await choice.selectOption('Day')
  await dialog.getByRole('button', { name: 'Save rule' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => item.getByText(goneTeam).count()).toBe(0)
  expect((await elsewhere('GET', '/automation-rules')).data).toMatchObject([
    { conditions: { filter: {} }, actions: [{ type: 'team', team_id: day.id }] },
  ])
})

it('an SLA policy whose team is deleted is marked, and saved without it', async () => {
  const team = await elsewhere('POST', '/teams', { name: 'Night' })
  const policy = await elsewhere('POST', '/sla-policies', {
    name: 'Nightly',
    conditions: { team: `${team.id},none` },
    counting: 'clock',
    targets: { first_response: 3600, next_response: null, resolution: null },
  })
  const page = await ownerOn('/settings/sla')
  const item = page.getByRole('listitem').filter({ hasText: 'Nightly' })
  await item.getByText(/Team: Night/).waitFor()
  await elsewhere('DELETE', `/teams/${team.id}`)
  await item.getByText(goneTeam, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit Nightly' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit policy' })
  await dialog.getByText(goneChoice, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').getByText(goneChoice, { exact: true }).waitFor()
  expect(await isFocused(dialog.locator('summary').filter({ hasText: goneTeam }))).toBe(true)
  await page.keyboard.press('Enter')
  await saveScreenshot(page, 'panel-sla-dialog-gone-team')
  await dialog.getByRole('checkbox', { name: 'Unknown', exact: true }).uncheck()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => item.getByText(goneTeam).count()).toBe(0)
  const { data } = await elsewhere('GET', '/sla-policies')
  expect(data).toMatchObject([{ id: policy.id, conditions: { team: 'none' } }])
})

it('an SLA policy for a mailbox names it, and is marked once the mailbox is removed', async () => {
  const mailbox: ChannelConnection = {
    id: crypto.randomUUID(),
    channel: 'email',
    name: 'Shop support',
    username: 'support@shop.example',
    picture_url: null,
    mode: 'polling',
    problem: null,
    problem_at: null,
    last_inbound_at: null,
    created_at: new Date().toISOString(),
  }
  await elsewhere('POST', '/sla-policies', {
    name: 'By e-mail',
    conditions: { provider: mailbox.id },
    counting: 'clock',
    targets: { first_response: 3600, next_response: null, resolution: null },
  })
  const page = await ownerOn('/settings')
  await page.route(/\/channels$/, (route) => route.fulfill({ json: { data: [mailbox] } }))
  await page.goto(organization.panel('/settings/sla'))
  const item = page.getByRole('listitem').filter({ hasText: 'By e-mail' })
  await item.getByText('Widget: Shop support').waitFor()
  await page.getByRole('button', { name: 'Edit By e-mail' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit policy' })
  await dialog.getByText('Widget', { exact: true }).click()
  expect(await dialog.getByRole('checkbox', { name: 'Shop support', exact: true }).isChecked()).toBe(true)
  await page.route(/\/channels$/, (route) => route.fulfill({ json: { data: [] } }))
  await page.reload()
  await item.getByText('The widget or channel no longer exists.', { exact: true }).waitFor()
})

it('a canned reply whose team is deleted and whose label is archived is marked, and saved without them', async () => {
  const team = await elsewhere('POST', '/teams', { name: 'Night' })
  const label = await elsewhere('POST', '/labels', { name: 'Return', colour: 'red' })
  const reply = await elsewhere('POST', '/canned-replies', {
    shortcut: 'refund',
    content: 'Soon',
    visibility: { type: 'organization' },
    actions: [{ type: 'label', label_id: label.id }, { type: 'team', team_id: team.id }, { type: 'close' }],
  })
  const page = await ownerOn('/settings/canned-replies')
  const item = page.getByRole('listitem').filter({ hasText: '/refund' })
  await item.getByText('Move to Night').waitFor()
  await elsewhere('DELETE', `/teams/${team.id}`)
  await elsewhere('PATCH', `/labels/${label.id}`, { archived: true })
  await item.getByText(goneTeam, { exact: true }).waitFor()
  await item.getByText('The label is archived.', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Edit /refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit canned reply' })
  await dialog.getByText(goneChoice, { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('alert').waitFor()
  await saveScreenshot(page, 'panel-reply-form-gone-team')
  await dialog.getByRole('combobox', { name: 'Move to team' }).selectOption('Do not move')
  await dialog.getByRole('button', { name: 'Return' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => item.getByText(goneTeam).count()).toBe(0)
  expect(await elsewhere('GET', `/canned-replies/${reply.id}`)).toMatchObject({
    actions: [{ type: 'close' }],
  })
})
