import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { holdRequest, type HeldRequest } from './harness/held-request.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Outage')
})

const make = (path: string, body: object): Promise<{ id: string }> =>
  organization.call(organization.owner, 'POST', path, body)

async function ownerOn(path: string): Promise<Page> {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  profile.expectErrors(/503 \(Service Unavailable\)/)
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}

const outage = { status: 503, code: 'unavailable' }
const failureOn = (page: Page) => page.getByRole('alert').filter({ hasText: 'temporarily unavailable' })

interface Deletion {
  page: Page
  held: HeldRequest
  confirm: () => Promise<void>
}

async function widgetDeletion(): Promise<Deletion> {
  const page = await ownerOn(`/settings/widgets/${organization.provider.id}/general`)
  return {
    page,
    held: await holdRequest(page, 'DELETE', /\/providers\//),
    async confirm() {
      await page.getByRole('button', { name: 'Delete widget' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete this widget' })
      await dialog.getByRole('textbox').fill(organization.provider.name)
      await dialog.getByRole('button', { name: 'Delete widget' }).click()
    },
  }
}

async function webhookDeletion(): Promise<Deletion> {
  const webhook = await make('/webhooks', { url: 'https://hooks.shop.example/', events: ['call.ended'] })
  const page = await ownerOn(`/settings/webhooks/${webhook.id}`)
  return {
    page,
    held: await holdRequest(page, 'DELETE', /\/webhooks\//),
    async confirm() {
      await page.getByRole('button', { name: 'Delete webhook' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete this webhook' })
      await dialog.getByRole('textbox').fill('hooks.shop.example')
      await dialog.getByRole('button', { name: 'Delete webhook' }).click()
    },
  }
}

it.each([
  ['widget', widgetDeletion],
  ['webhook', webhookDeletion],
])('a failed deletion of a %s is reported after its page was left', async (_, deletion) => {
  const { page, held, confirm } = await deletion()
  await confirm()
  await held.asked
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
  await held.release(outage)
  await failureOn(page).waitFor()
})

it('a failed deletion is reported once, in its dialog', async () => {
  const { page, held, confirm } = await widgetDeletion()
  await confirm()
  await held.asked
  await held.release(outage)
  await page.getByRole('dialog').getByRole('alert').getByText('temporarily unavailable').waitFor()
  expect(await failureOn(page).count()).toBe(1)
})

it('a failed deletion of a team is reported while the dialog of another team is open', async () => {
  for (const name of ['Sales', 'Support']) await make('/teams', { name })
  const page = await ownerOn('/settings/teams')
  const held = await holdRequest(page, 'DELETE', /\/teams\//)
  await page.getByRole('button', { name: 'Delete Sales' }).click()
  const first = page.getByRole('dialog', { name: 'Delete Sales?' })
  await first.getByRole('button', { name: 'Delete team' }).click()
  await held.asked
  await page.keyboard.press('Escape')
  await first.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Delete Support' }).click()
  const second = page.getByRole('dialog', { name: 'Delete Support?' })
  await second.waitFor()
  await held.release(outage)
  await failureOn(page).waitFor()
  expect(await second.getByRole('alert').count()).toBe(0)
})
