import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { holdRequest, type HeldRequest } from './harness/held-request.ts'
import { visitorLine } from './harness/line.ts'
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

interface Action {
  page: Page
  held: HeldRequest
  confirm: () => Promise<void>
}

async function widgetDeletion(): Promise<Action> {
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

async function onWebhook(): Promise<Page> {
  const webhook = await make('/webhooks', { url: 'https://hooks.shop.example/', events: ['call.ended'] })
  return ownerOn(`/settings/webhooks/${webhook.id}`)
}

async function webhookDeletion(): Promise<Action> {
  const page = await onWebhook()
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

async function webhookPause(): Promise<Action> {
  const page = await onWebhook()
  return {
    page,
    held: await holdRequest(page, 'PATCH', /\/webhooks\//),
    async confirm() {
      await page.getByRole('switch', { name: 'Send events to this URL' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
    },
  }
}

async function webhookSecret(): Promise<Action> {
  const page = await onWebhook()
  return {
    page,
    held: await holdRequest(page, 'POST', /\/secret\/regenerate/),
    async confirm() {
      await page.getByRole('button', { name: 'Regenerate secret' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Regenerate secret' }).click()
    },
  }
}

async function keyRevocation(): Promise<Action> {
  await make('/api-keys', { name: 'Depot', scopes: ['webhooks:read'] })
  const page = await ownerOn('/settings/api-keys')
  return {
    page,
    held: await holdRequest(page, 'DELETE', /\/api-keys\//),
    async confirm() {
      await page.getByRole('button', { name: 'Revoke Depot' }).click()
      const dialog = page.getByRole('dialog', { name: 'Revoke Depot?' })
      await dialog.getByRole('button', { name: 'Revoke', exact: true }).click()
    },
  }
}

async function agentRemoval(): Promise<Action> {
  await organization.join('Carl Colleague', 'agent')
  const page = await ownerOn('/settings/team')
  return {
    page,
    held: await holdRequest(page, 'DELETE', /\/agents\//),
    async confirm() {
      await page.getByRole('button', { name: 'Remove Carl Colleague' }).click()
      const dialog = page.getByRole('dialog', { name: 'Remove Carl Colleague?' })
      await dialog.getByRole('button', { name: 'Remove Carl Colleague' }).click()
    },
  }
}

async function keyRotation(): Promise<Action> {
  const page = await ownerOn(`/settings/widgets/${organization.provider.id}/keys`)
  return {
    page,
    held: await holdRequest(page, 'POST', /\/secret\/regenerate/),
    confirm: () => page.getByRole('button', { name: 'Create new key' }).click(),
  }
}

async function labelCreation(): Promise<Action> {
  const page = await ownerOn('/settings/labels')
  return {
    page,
    held: await holdRequest(page, 'POST', /\/labels$/),
    async confirm() {
      await page.getByRole('button', { name: 'New label' }).first().click()
      const dialog = page.getByRole('dialog', { name: 'New label' })
      await dialog.getByRole('textbox', { name: 'Name' }).fill('Fragile')
      await dialog.getByRole('button', { name: 'Save' }).click()
    },
  }
}

async function replyImport(): Promise<Action> {
  const page = await ownerOn('/settings/canned-replies')
  const dialog = page.getByRole('dialog', { name: 'Import canned replies' })
  const buffer = Buffer.from('shortcut,content\nimported,From a file\n')
  await page.locator('input[type=file]').setInputFiles({ name: 'replies.csv', mimeType: 'text/csv', buffer })
  const run = dialog.getByRole('button', { name: 'Import 1 reply' })
  // The check is a request of its own.
  await run.waitFor()
  return {
    page,
    held: await holdRequest(page, 'POST', /\/canned-replies\/import/),
    confirm: () => run.click(),
  }
}

async function onVisitor(): Promise<Page> {
  const line = await visitorLine(service, organization.provider.id)
  const { conversation_id: id } = await line.say('Where is my parcel?')
  await line.close()
  const { customer } = await organization.call(organization.owner, 'GET', `/conversations/${id}`)
  await organization.call(organization.owner, 'PATCH', `/customers/${customer.id}`, { first_name: 'Vera' })
  return ownerOn(`/customers/${customer.id}`)
}

async function customerBlock(): Promise<Action> {
  const page = await onVisitor()
  return {
    page,
    held: await holdRequest(page, 'PATCH', /\/customers\//),
    async confirm() {
      await page.getByRole('button', { name: 'Block customer' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
    },
  }
}

async function dedication(): Promise<Action> {
  const page = await onVisitor()
  return {
    page,
    held: await holdRequest(page, 'PATCH', /\/customers\//),
    async confirm() {
      await page.getByRole('button', { name: /^Choose a dedicated agent/ }).click()
      await page.getByRole('option', { name: organization.owner.name }).click()
    },
  }
}

it.each([
  ['import of canned replies', 'Import canned replies', replyImport],
  ['block of a customer', 'Block Vera?', customerBlock],
  ['choice of a dedicated agent', 'Dedicated agent: Vera', dedication],
  ['creation of a label', 'New label', labelCreation],
  ['revocation of an API key', 'Revoke Depot?', keyRevocation],
  ['removal of an agent', 'Remove Carl Colleague?', agentRemoval],
  ['rotation of a secret key', 'Rotate the secret key', keyRotation],
  ['deletion of a widget', 'Delete this widget', widgetDeletion],
  ['deletion of a webhook', 'Delete this webhook', webhookDeletion],
  ['pause of a webhook', 'Turn off this webhook?', webhookPause],
  ['replacement of a signing secret', 'Regenerate the signing secret?', webhookSecret],
])('a failed %s is reported after its page was left', async (_, title, action) => {
  const { page, held, confirm } = await action()
  await confirm()
  await held.asked
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
  await held.release(outage)
  await failureOn(page).getByText(title, { exact: true }).waitFor()
})

it('a dialog that is saving closes without a question, and what it saves appears', async () => {
  const { page, held, confirm } = await labelCreation()
  await confirm()
  await held.asked
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await held.release()
  await page.getByRole('main').getByText('Fragile').waitFor()
})

it('a dialog that failed to save asks before it discards the changes', async () => {
  const { page, held, confirm } = await labelCreation()
  await confirm()
  await held.asked
  await held.release(outage)
  await page.getByRole('dialog').getByRole('alert').getByText('temporarily unavailable').waitFor()
  expect(await failureOn(page).count()).toBe(1)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Discard your changes?' }).waitFor()
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
  await failureOn(page).getByText('Delete Sales?').waitFor()
  expect(await second.getByRole('alert').count()).toBe(0)
})
