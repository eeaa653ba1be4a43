import { startTelegramServer, type Person, type TelegramServer } from '@parley/server/testing/telegram-server'
import { png } from '@parley/server/testing/sample-files'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { choose } from './harness/attaching.ts'
import { useBrowser } from './harness/browser.ts'
import { inboxOn } from './harness/inbox.ts'
import { foundOrganization, signIn } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'
import { startService, type Service } from './harness/service.ts'

const browser = useBrowser()
let telegram: TelegramServer
let service: Service
beforeAll(async () => {
  telegram = await startTelegramServer()
  service = await startService({
    environment: { PARLEY_SIGNUP: 'open', PARLEY_TELEGRAM_API_URL: telegram.url },
  })
})
afterAll(async () => {
  await service.remove()
  await telegram.stop()
})

const ada: Person = { id: 4711, first_name: 'Ada', last_name: 'Lovelace', language_code: 'de' }

it('a bot is connected, an agent answers a contact with a photo and sees the contact’s edit', async () => {
  const organization = await foundOrganization(service, 'Telegram')
  const profile = await browser.profile()
  // A token of the wrong form.
  profile.expectErrors(/422 \(Unprocessable Entity\)/)
  await signIn(profile, service, organization.owner)
  const page = await profile.open(organization.panel('/settings/channels'))
  telegram.setPhoto(await drawnJpeg(page))
  await page.getByText('No channel connected').waitFor()
  await page.getByRole('button', { name: 'Connect Telegram bot' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect a Telegram bot' })
  await dialog.getByLabel('Bot token').fill('not a token')
  await dialog.getByRole('button', { name: 'Connect Telegram bot' }).click()
  await dialog.getByText('This is not a bot token.').waitFor()
  await dialog.getByLabel('Bot token').fill(telegram.token)
  await dialog.getByText('This is not a bot token.').waitFor({ state: 'detached' })
  await saveScreenshot(page, 'panel-connect-bot')
  await dialog.getByRole('button', { name: 'Connect Telegram bot' }).click()
  await page.getByText('This service polls Telegram for messages').waitFor()
  await page.getByText('Works', { exact: true }).waitFor()
  await expect
    .poll(() => page.locator('li img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBe(160)
  await saveScreenshot(page, 'panel-channels')

  await page.getByRole('button', { name: 'Connect mailbox' }).click()
  const mailbox = page.getByRole('dialog', { name: 'Connect a mailbox' })
  await mailbox.getByLabel('Support address').fill('support@shop.example')
  await mailbox.getByLabel('Sender name').fill('Teapot shop')
  await mailbox.getByLabel('Server', { exact: true }).first().fill('imap.shop.example')
  await page.getByText('“Shop Bot” is connected.').waitFor({ state: 'detached' })
  await saveScreenshot(page, 'panel-connect-mailbox')
  await mailbox.getByRole('button', { name: 'Cancel' }).click()
  await mailbox.waitFor({ state: 'detached' })

  const question = telegram.writes(ada, { text: 'Which label do I need?' })
  telegram.enqueue([question])
  await page.goto(organization.panel('/inbox/open'))
  const inbox = inboxOn(page)
  await inbox.openRow('Which label do I need?')
  await inbox.composer.fill('This one')
  await choose(page, inbox.action('Attach files'), { name: 'label.png', mimeType: 'image/png', buffer: png })
  await expect
    .poll(async () => {
      await inbox.composer.press('Enter')
      return inbox.composer.inputValue()
    })
    .toBe('')
  await expect
    .poll(() => telegram.shown(ada).map(({ method, text, file }) => [method, text, file]))
    .toEqual([['sendPhoto', 'This one', 'label.png']])

  telegram.enqueue([telegram.edits(question, { text: 'Which two labels do I need?' })])
  await inbox.message('Which two labels do I need?').waitFor()
  await inbox.message('Which two labels do I need?').getByRole('button', { name: 'Edited' }).click()
  await page.getByRole('dialog', { name: 'Earlier versions' }).getByText('Which label do I need?').waitFor()
  await page.keyboard.press('Escape')

  telegram.misbehave('deleteMessage', {
    kind: 'error',
    code: 400,
    description: "Bad Request: message can't be deleted",
  })
  await inbox.message('This one').hover()
  await inbox.message('This one').getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete message' }).click()
  await page
    .getByRole('dialog', { name: 'Delete this message?' })
    .getByRole('button', { name: 'Delete message' })
    .click()
  await inbox.conversation.getByText('Your change did not reach the contact.').waitFor()

  telegram.misbehave('sendMessage', {
    kind: 'error',
    code: 403,
    description: 'Forbidden: bot was blocked by the user',
  })
  await inbox.say('Are you still there?')
  await inbox.conversation.getByText('Not delivered: the contact has blocked the bot.').waitFor()
  await saveScreenshot(page, 'panel-telegram-conversation')
  await page.setViewportSize({ width: 390, height: 844 })
  await saveScreenshot(page, 'panel-telegram-conversation-phone')
  await inbox.conversation.getByRole('button', { name: 'Try again' }).click()
  await expect.poll(() => telegram.shown(ada).at(-1)?.text).toBe('Are you still there?')
  await inbox.conversation.getByText('Not delivered').waitFor({ state: 'detached' })
  await page.goto(organization.panel('/settings/channels'))
  await page.getByText('Last message').waitFor()
  await saveScreenshot(page, 'panel-channels-phone')
})

/** A square of 160 pixels, the smallest size of a profile photo at Telegram. */
async function drawnJpeg(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 160 })
    const drawing = canvas.getContext('2d')
    if (!drawing) throw new Error('No canvas')
    drawing.fillStyle = '#0f766e'
    drawing.fillRect(0, 0, 160, 160)
    drawing.fillStyle = '#fef3c7'
    drawing.arc(80, 80, 44, 0, 2 * Math.PI)
    drawing.fill()
    return canvas.toDataURL('image/jpeg')
  })
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')
}
