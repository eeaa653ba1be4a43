import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Two admins')
})

async function ownerOn(path: string, ...expected: RegExp[]): Promise<Page> {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  profile.expectErrors(...expected)
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}

/** As another admin, or in another tab. */
// oxlint-disable-next-line typescript/no-explicit-any -- a test reads what it expects
const elsewhere = (method: string, path: string, body?: object): Promise<any> =>
  organization.call(organization.owner, method, path, body)
const widgetPath = () => `/providers/${organization.provider.id}`

it('origins that another admin adds while the list is edited are kept', async () => {
  await elsewhere('PATCH', widgetPath(), { allowed_origins: ['https://old.example', 'https://kept.example'] })
  const page = await ownerOn(`/settings/widgets/${organization.provider.id}/installation`)
  await page.getByRole('button', { name: 'Remove https://old.example' }).click()
  const field = page.getByLabel('Origin', { exact: true })
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await field.fill('https://mine.example')
  await page.getByRole('button', { name: 'Add' }).click()
  await elsewhere('PATCH', widgetPath(), {
    allowed_origins: ['https://old.example', 'https://kept.example', 'https://theirs.example'],
  })
  await page.getByRole('button', { name: 'Remove https://theirs.example' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  expect((await elsewhere('GET', widgetPath())).allowed_origins).toEqual([
    'https://kept.example',
    'https://theirs.example',
    'https://mine.example',
  ])
})

it('a team keeps members and widgets when it is renamed while they cannot be loaded', async () => {
  const { agentId } = await organization.join('Ann Agent', 'agent')
  const lists = { members: [{ agent_id: agentId, capacity: 3 }], provider_ids: [organization.provider.id] }
  await elsewhere('POST', '/teams', { name: 'Support', ...lists })
  const page = await ownerOn('/settings', /503/)
  await page.route(/\/(agents|providers)\?/, (route) => route.fulfill({ status: 503 }))
  await page.goto(organization.panel('/settings/teams'))
  await page.getByRole('button', { name: 'Edit Support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit team' })
  await dialog.getByRole('button', { name: 'Try again' }).first().waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Care')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await elsewhere('GET', '/teams')).data).toMatchObject([{ name: 'Care', ...lists }])
})

it('a team keeps what another admin changes while its dialog is open', async () => {
  const [ann, ben, cid] = await Promise.all(
    ['Ann Agent', 'Ben Agent', 'Cid Agent'].map((name) => organization.join(name, 'agent')),
  )
  const member = (person = ann) => ({ agent_id: person?.agentId, capacity: null })
  const team = await elsewhere('POST', '/teams', { name: 'Support', members: [member(ann)] })
  const page = await ownerOn('/settings/teams')
  await page.getByRole('button', { name: 'Edit Support' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit team' })
  await dialog.getByRole('checkbox', { name: 'Cid Agent' }).check()
  await elsewhere('PATCH', `/teams/${team.id}`, {
    name: 'Theirs',
    members: [member(ben)],
    provider_ids: [organization.provider.id],
  })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [saved] = (await elsewhere('GET', '/teams')).data
  expect(saved).toMatchObject({ name: 'Theirs', provider_ids: [organization.provider.id] })
  expect(saved.members).toHaveLength(2)
  expect(saved.members).toEqual(expect.arrayContaining([member(ben), member(cid)]))
})

it('business hours keep the days and exceptions that another admin changes while they are edited', async () => {
  const day = (from: string) => [{ from, to: '17:00' }]
  const week = [...['09:00', '09:00', '09:00', '09:00', '09:00'].map(day), [], []]
  const on = (date: string) => ({ date, name: '', periods: [] })
  const hours = { enabled: true, time_zone: 'UTC', week, exceptions: [on('2030-01-01')] }
  await elsewhere('PUT', '/business-hours', hours)
  const page = await ownerOn('/settings/business-hours')
  await page.getByLabel('Monday: From').fill('10:00')
  await page.getByRole('button', { name: 'Add exception' }).click()
  await page.getByLabel('Date').nth(1).fill('2030-05-01')
  await elsewhere('PUT', '/business-hours', {
    ...hours,
    week: week.with(1, day('11:00')),
    exceptions: [on('2030-01-01'), on('2030-12-25')],
  })
  await expect.poll(() => page.getByLabel('Tuesday: From').inputValue()).toBe('11:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  expect(await elsewhere('GET', '/business-hours')).toMatchObject({
    week: week.with(0, day('10:00')).with(1, day('11:00')),
    exceptions: [on('2030-01-01'), on('2030-05-01'), on('2030-12-25')],
  })
})

it('a label keeps what another admin changes while its dialog is open', async () => {
  const label = await elsewhere('POST', '/labels', { name: 'Refund', colour: 'blue' })
  const page = await ownerOn('/settings/labels')
  await page.getByRole('button', { name: 'Edit Refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit label' })
  await dialog.getByLabel('Name').fill('Return')
  await elsewhere('PATCH', `/labels/${label.id}`, { colour: 'red' })
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await elsewhere('GET', '/labels')).data).toMatchObject([{ name: 'Return', colour: 'red' }])
})

it('a saved view keeps what another admin changes while its dialog is open', async () => {
  const view = await elsewhere('POST', '/views', {
    name: 'Mine',
    visibility: { type: 'personal' },
    view: 'open',
    filter: {},
    sort: 'newest',
  })
  const page = await ownerOn(`/inbox/open?saved=${view.id}`)
  await page.getByRole('button', { name: 'Actions for Mine' }).click()
  await page.getByRole('menuitem', { name: 'Rename or share' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ours')
  await elsewhere('PATCH', `/views/${view.id}`, { visibility: { type: 'organization' } })
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect((await elsewhere('GET', '/views')).data).toMatchObject([
    { name: 'Ours', visibility: { type: 'organization' } },
  ])
})

it('a canned reply keeps what another admin changes while its form is open', async () => {
  const shared = { visibility: { type: 'organization' }, actions: [{ type: 'assign_to_me' }] }
  const reply = await elsewhere('POST', '/canned-replies', { shortcut: 'refund', content: 'Old', ...shared })
  const page = await ownerOn('/settings/canned-replies')
  await page.getByRole('button', { name: 'Edit /refund' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit canned reply' })
  await dialog.getByLabel('Shortcut').fill('returns')
  const theirs = { content: 'Theirs', actions: [{ type: 'close' }] }
  await elsewhere('PATCH', `/canned-replies/${reply.id}`, theirs)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(await elsewhere('GET', `/canned-replies/${reply.id}`)).toMatchObject({
    shortcut: 'returns',
    ...theirs,
  })
})

it('a notification switch changes one transport of what is stored now', async () => {
  const settings = '/notifications/settings'
  await elsewhere('PATCH', settings, { kind: 'mention', transports: ['in_app', 'email'] })
  const page = await ownerOn('/settings/profile')
  const toggle = (transport: string) => page.getByRole('switch', { name: `Mentions: ${transport}` })
  expect(await toggle('Panel').isChecked()).toBe(true)
  await elsewhere('PATCH', settings, { kind: 'mention', transports: [] })
  await toggle('Desktop').focus()
  await page.keyboard.press('Space')
  await expect
    .poll(async () => (await elsewhere('GET', settings)).data)
    .toContainEqual({ kind: 'mention', transports: ['desktop'] })
  await expect.poll(() => toggle('Panel').isChecked()).toBe(false)
})

it('a webhook secret that another admin has replaced is not shown again', async () => {
  const webhook = await elsewhere('POST', '/webhooks', {
    url: 'https://shop.example/hook',
    events: ['customer.created'],
  })
  const page = await ownerOn(`/settings/webhooks/${webhook.id}`)
  const field = page.getByRole('group', { name: 'Signing secret' })
  await field.getByRole('button', { name: 'Show' }).click()
  await field.getByText((await elsewhere('GET', `/webhooks/${webhook.id}/secret`)).secret).waitFor()
  const { secret } = await elsewhere('POST', `/webhooks/${webhook.id}/secret/regenerate`)
  await field.getByRole('button', { name: 'Hide' }).click()
  await field.getByRole('button', { name: 'Show' }).click()
  await field.getByText(secret).waitFor()
})

it('the question about the old key is closed when another admin has retired it, and does not apply to the next old key', async () => {
  const secret = `${widgetPath()}/secret`
  await elsewhere('POST', `${secret}/regenerate`)
  const page = await ownerOn(`/settings/widgets/${organization.provider.id}/keys`)
  await page.getByRole('button', { name: 'Retire old key' }).click()
  const asked = page.getByRole('dialog')
  await asked.waitFor()
  await elsewhere('POST', `${secret}/retire`)
  await asked.waitFor({ state: 'detached' })
  await elsewhere('POST', `${secret}/regenerate`)
  await page.getByRole('button', { name: 'Retire old key' }).waitFor()
  expect(await asked.count()).toBe(0)
})
