import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { holdRequest } from './harness/held-request.ts'
import { inboxOn } from './harness/inbox.ts'
import { agentLine, visitorLine } from './harness/line.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
let organization: Organization

beforeEach(async () => {
  organization = await foundOrganization(service, 'Patience')
})

async function ownerOn(path: string, ...expected: RegExp[]): Promise<Page> {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  profile.expectErrors(...expected)
  await signIn(profile, service, organization.owner)
  return profile.open(organization.panel(path))
}

const make = (path: string, body: object): Promise<{ id: string }> =>
  organization.call(organization.owner, 'POST', path, body)

const pathOf = (at: { url(): string }) => new URL(at.url()).pathname

async function toInbox(page: Page): Promise<void> {
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Inbox', exact: true }).click()
  await page.getByRole('navigation', { name: 'Views' }).waitFor()
}

describe('a deletion that ends after its page was left', () => {
  it('does not open the list of the widgets', async () => {
    const page = await ownerOn(`/settings/widgets/${organization.provider.id}/general`)
    const deletion = await holdRequest(page, 'DELETE', /\/providers\//)
    await page.getByRole('button', { name: 'Delete widget' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this widget' })
    await dialog.getByRole('textbox').fill(organization.provider.name)
    await dialog.getByRole('button', { name: 'Delete widget' }).click()
    await deletion.asked
    await toInbox(page)
    await deletion.release()
    await page.getByText(`${organization.provider.name} was deleted.`).waitFor()
    expect(pathOf(page)).toContain('/inbox/')
  })

  it('does not open the list of the webhooks', async () => {
    const webhook = await make('/webhooks', { url: 'https://hooks.shop.example/', events: ['call.ended'] })
    const page = await ownerOn(`/settings/webhooks/${webhook.id}`)
    const deletion = await holdRequest(page, 'DELETE', /\/webhooks\//)
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this webhook' })
    await dialog.getByRole('textbox').fill('hooks.shop.example')
    await dialog.getByRole('button', { name: 'Delete webhook' }).click()
    await deletion.asked
    await toInbox(page)
    await deletion.release()
    await page.getByText('Webhook deleted.').waitFor()
    expect(pathOf(page)).toContain('/inbox/')
  })
})

it('a widget with unsaved changes is deleted without the question about them', async () => {
  const page = await ownerOn(`/settings/widgets/${organization.provider.id}/general`)
  await page.getByLabel('Name', { exact: true }).fill('Renamed')
  await page.getByRole('button', { name: 'Delete widget' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this widget' })
  await dialog.getByRole('textbox').fill(organization.provider.name)
  await dialog.getByRole('button', { name: 'Delete widget' }).click()
  await page.getByText('No widgets yet').waitFor()
})

describe('a response that comes after its dialog was closed leaves the next dialog open:', () => {
  it('a canned reply is saved', async () => {
    const page = await ownerOn('/settings/canned-replies')
    const creation = await holdRequest(page, 'POST', /\/canned-replies$/)
    const dialog = page.getByRole('dialog', { name: 'New canned reply' })
    const shortcut = dialog.getByLabel('Shortcut')
    const open = page.getByRole('button', { name: 'New canned reply' }).first()
    await open.click()
    await shortcut.fill('refund')
    await dialog.getByLabel('Text', { exact: true }).fill('It is on its way.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await creation.asked
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await open.click()
    await shortcut.fill('shipping')
    await creation.release()
    await page.getByText('/refund saved').waitFor()
    expect(await shortcut.inputValue()).toBe('shipping')
  })

  it('a team is deleted', async () => {
    for (const name of ['Sales', 'Support']) await make('/teams', { name })
    const page = await ownerOn('/settings/teams')
    // Live updates would show the deletion before its response.
    await page.routeWebSocket(/\/v1\/socket$/, () => {})
    await page.reload()
    const deletion = await holdRequest(page, 'DELETE', /\/teams\//)
    const ask = async (name: string) => {
      await page.getByRole('button', { name: `Delete ${name}` }).click()
      const dialog = page.getByRole('dialog', { name: `Delete ${name}?` })
      await dialog.waitFor()
      return dialog
    }
    const first = await ask('Sales')
    await first.getByRole('button', { name: 'Delete team' }).click()
    await deletion.asked
    await first.getByRole('button', { name: 'Cancel' }).click()
    await first.waitFor({ state: 'detached' })

    const second = await ask('Support')
    await deletion.release()
    await page.getByText('Sales', { exact: true }).waitFor({ state: 'detached' })
    expect(await second.isVisible()).toBe(true)
  })

  it('a note is deleted', async () => {
    const line = await visitorLine(service, organization.provider.id)
    const { conversation_id: id } = await line.say('Where is my parcel?')
    await line.close()
    const content = { content: 'First wording', mentions: [] }
    const note = await make(`/conversations/${id}/notes`, { client_id: crypto.randomUUID(), ...content })
    await organization.call(organization.owner, 'PATCH', `/notes/${note.id}`, { content: 'Second wording' })
    const page = await ownerOn(`/inbox/open/${id}`)
    const deletion = await holdRequest(page, 'DELETE', /\/notes\//)
    const tools = page.getByRole('article', { name: /^Private note by/ })
    await tools.getByRole('button', { name: 'Delete note' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this note?' })
    await dialog.getByRole('button', { name: 'Delete note' }).click()
    await deletion.asked
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })

    await tools.getByRole('button', { name: 'Earlier versions' }).click()
    const versions = page.getByRole('dialog', { name: 'Earlier versions' })
    await versions.getByText('First wording').waitFor()
    await deletion.release()
    await page.getByText('Note deleted').waitFor()
    expect(await versions.isVisible()).toBe(true)
  })
})

describe('an edit is saved', () => {
  /** The editor of a message that the agent has sent, and its save, which is held. */
  async function messageEdit() {
    const customer = await visitorLine(service, organization.provider.id)
    const { conversation_id: id } = await customer.say('When do you open?')
    await customer.close()
    const { customer: to } = await organization.call(organization.owner, 'GET', `/conversations/${id}`)
    const agent = await agentLine(service, organization.id, organization.owner, to.id)
    await agent.say('At 8.')
    await agent.close()
    const page = await ownerOn(`/inbox/open/${id}`)
    const inbox = inboxOn(page)
    await inbox.message('At 8.').hover()
    await inbox.message('At 8.').getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit message' }).click()
    const editor = page.getByRole('textbox', { name: 'Edit message' })
    const saving = await holdRequest(page, 'PATCH', /\/messages\//)
    await editor.fill('At 9.')
    await editor.press('Enter')
    await saving.asked
    return { page, inbox, editor, saving }
  }

  it('while the agent goes on typing in the message: it stays open', async () => {
    const { page, inbox, editor, saving } = await messageEdit()
    await page.keyboard.type(' or 10')
    await saving.release()
    await inbox.log.locator('button[data-loading]').waitFor({ state: 'detached' })
    await page.keyboard.type('.')
    expect(await editor.inputValue()).toBe('At 9. or 10.')
    expect(await inbox.composer.inputValue()).toBe('')
    await editor.press('Enter')
    await inbox.message('At 9. or 10.').getByText('Edited').waitFor()
    await editor.waitFor({ state: 'detached' })
  })

  it('after the agent went on with another field: the focus stays there', async () => {
    const { page, editor, saving } = await messageEdit()
    const search = page.getByRole('searchbox').first()
    await search.focus()
    await saving.release()
    await editor.waitFor({ state: 'detached' })
    expect(await search.evaluate((element) => element === document.activeElement)).toBe(true)
  })

  it('while the agent goes on typing in the note: it stays open', async () => {
    const customer = await visitorLine(service, organization.provider.id)
    const { conversation_id: id } = await customer.say('Where is my parcel?')
    await customer.close()
    const content = { content: 'At the depot', mentions: [] }
    await make(`/conversations/${id}/notes`, { client_id: crypto.randomUUID(), ...content })
    const page = await ownerOn(`/inbox/open/${id}`)
    const note = page.getByRole('article', { name: /^Private note by/ })
    await note.hover()
    await note.getByRole('button', { name: 'Edit note' }).click()
    const editor = note.getByRole('textbox')
    const saving = await holdRequest(page, 'PATCH', /\/notes\//)
    await editor.fill('On the road')
    await editor.press('Enter')
    await saving.asked
    await page.keyboard.type(' again')
    await saving.release()
    await note.locator('button[data-loading]').waitFor({ state: 'detached' })
    await page.keyboard.type('.')
    expect(await editor.inputValue()).toBe('On the road again.')
    await editor.press('Enter')
    await editor.waitFor({ state: 'detached' })
    await note.getByText('On the road again.').waitFor()
  })
})

async function connectMailboxOn(page: Page) {
  await page.getByRole('button', { name: 'Connect mailbox' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a mailbox' })
  await dialog.getByLabel('Support address').fill('support@shop.example')
  await dialog.getByLabel('Sender name').fill('Teapot shop')
  for (const [index, server] of ['imap.shop.invalid', 'smtp.shop.invalid'].entries())
    await dialog.getByLabel('Server', { exact: true }).nth(index).fill(server)
  await dialog.getByLabel('User name').first().fill('support')
  await dialog.getByLabel('Password', { exact: true }).first().fill('secret')
  await dialog.getByRole('button', { name: 'Connect mailbox' }).click()
  return dialog
}

it('the dialog of a mailbox stays open while it is saved, and shows why it was not', async () => {
  const page = await ownerOn('/settings/channels', /422 \(Unprocessable/)
  const connection = await holdRequest(page, 'POST', /\/channels$/)
  const dialog = await connectMailboxOn(page)
  await connection.asked
  for (const name of ['Cancel', 'Close'])
    await expect.poll(() => dialog.getByRole('button', { name }).isEnabled()).toBe(false)
  await page.keyboard.press('Escape')
  await connection.release()
  await dialog.getByRole('status').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
})

it('a mailbox whose save ends without a response is not tested on the same network, and the list is loaded again', async () => {
  const page = await ownerOn('/settings/channels', /net::ERR_FAILED/)
  await page.waitForLoadState('networkidle')
  const sent: string[] = []
  await page.route(/\/channels(\/mailbox-test)?$/, async (route) => {
    sent.push(`${route.request().method()} ${pathOf(route.request()).split('/').at(-1)}`)
    await (route.request().method() === 'POST' ? route.abort() : route.continue())
  })
  const dialog = await connectMailboxOn(page)
  await dialog.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  await expect.poll(() => sent).toContain('GET channels')
  expect(sent).toEqual(['POST channels', 'GET channels'])
})
