import { beforeAll, expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { inboxOn } from './harness/inbox.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { useVisitors } from './harness/visitors.ts'

const service = inject('service')
const browser = useBrowser()
const visitorWho = useVisitors(browser, service)
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Undo send')
  await organization.call(organization.owner, 'PATCH', '/composer-settings', { undo_send: true })
})

async function conversationWith(row: string) {
  const profile = await browser.profile()
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow(row)
  return { page, inbox }
}

it('a message that is refused after its conversation was left is reported, also after a reload', async () => {
  const greeting = 'Can I pick it up today?'
  await visitorWho(organization, greeting)
  const { page, inbox } = await conversationWith(greeting)
  const address = new URL(page.url()).pathname
  await inbox.composer.fill('Until six')
  await inbox.composer.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).waitFor()
  await page.getByRole('link', { name: 'Customers' }).click()
  await inbox.conversation.waitFor({ state: 'detached' })
  await organization.call(organization.owner, 'POST', `/conversations/${address.split('/').at(-1)}/close`)
  const alert = page
    .getByRole('alert')
    .filter({ hasText: 'A message was not sent. This conversation is closed.' })
  await alert.waitFor()
  await page.reload()
  await alert.getByRole('button', { name: 'Open' }).click()
  const message = inbox.message('Until six')
  await message.getByText('Not sent').waitFor()
  expect(new URL(page.url()).pathname).toBe(address)
  await message.getByRole('button', { name: 'Discard' }).click()
  await message.waitFor({ state: 'detached' })
  await page.reload()
  await inbox.message(greeting).waitFor()
  expect(await alert.count()).toBe(0)
})

it('arrow up edits no earlier message while one can be undone', async () => {
  const greeting = 'Do you have a catalogue?'
  const { chat } = await visitorWho(organization, greeting)
  const { inbox, page } = await conversationWith(greeting)
  await inbox.composer.fill('We do')
  await inbox.composer.press('Enter')
  await chat.message('We do').waitFor()
  await inbox.message('We do').waitFor()
  await inbox.composer.fill('On the website')
  await inbox.composer.press('Enter')
  await page.getByRole('button', { name: 'Undo' }).last().waitFor()
  await inbox.composer.press('ArrowUp')
  // An editor would have the focus.
  await page.keyboard.type('!')
  expect(await inbox.composer.inputValue()).toBe('!')
})
