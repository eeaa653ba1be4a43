import { png, windowsProgram } from '@parley/server/testing/sample-files'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { choose, give } from './harness/attaching.ts'
import { useCompleteBrowser, type Profile } from './harness/browser.ts'
import { chatOn, type Chat } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { bigFile, drawnPng, textFile, type TestFile } from './harness/files.ts'
import { foundOrganization, signIn, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const browser = useCompleteBrowser()
const site = useHostSite()
let organization: Organization

/** A visitor with a conversation, and the agent who has it open. */
let visitor: Profile
let shop: Page
let chat: Chat
let agent: Profile
let panel: Page
let inbox: Inbox

beforeEach(async () => {
  organization = await foundOrganization(service, 'Files')
  visitor = await browser.profile({ reducedMotion: 'reduce' })
  shop = await visitor.open(
    site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })),
  )
  chat = chatOn(shop)
  await chat.open()
  await chat.say('I have pictures')

  agent = await browser.profile({ reducedMotion: 'reduce' })
  await signIn(agent, service, organization.owner)
  panel = await agent.open(organization.panel('/inbox/unassigned'))
  inbox = inboxOn(panel)
  await inbox.openRow('I have pictures')
  await inbox.composer.waitFor()
})

const picture = (name: string, buffer: Buffer = png): TestFile => ({ name, mimeType: 'image/png', buffer })

const attachInChat = () => chat.window.getByRole('button', { name: 'Attach a file' })
const attachInPanel = () => inbox.conversation.getByRole('button', { name: 'Attach files' })
const sendInChat = () => chat.window.getByRole('button', { name: 'Send', exact: true })
const sendInPanel = () => inbox.conversation.getByRole('button', { name: 'Send', exact: true })
const shownInChat = (name: string) => chat.log.getByRole('button', { name: `Open ${name}` })
const shownInPanel = (name: string) => inbox.log.getByRole('button', { name: `Open image ${name}` })

describe('an image that the visitor sends', () => {
  it('is attached by button, paste and drop, and arrives in the panel', async () => {
    await choose(shop, attachInChat(), picture('chosen.png'))
    await give(chat.composer, 'paste', picture('pasted.png'))
    await give(chat.log, 'drop', picture('dropped.png'))
    await chat.window.getByRole('button', { name: 'Remove dropped.png' }).waitFor()
    await expect.poll(() => sendInChat().isEnabled()).toBe(true)
    await saveScreenshot(shop, 'chat-attachments-ready')
    await chat.composer.fill('Three of them')
    await sendInChat().click()

    for (const name of ['chosen.png', 'pasted.png', 'dropped.png']) {
      await shownInChat(name).waitFor()
      await expectDrawn(shownInPanel(name))
      await expectDrawn(shownInChat(name))
    }
    expect(await inbox.message('Three of them').count()).toBe(1)
    await saveScreenshot(shop, 'chat-pictures')
    await saveScreenshot(panel, 'panel-pictures')

    await shownInChat('chosen.png').click()
    await chat.widget
      .getByRole('dialog', { name: 'chosen.png' })
      .getByRole('img', { name: 'chosen.png' })
      .waitFor()
    await shop.keyboard.press('Escape')
    await chat.composer.waitFor()
  })

  it('is not attached if it is only a picture of pasted cells or formatted text', async () => {
    const cells = { 'text/plain': 'Order 4711', 'text/html': '<td>Order 4711</td>' }
    expect(await give(chat.composer, 'paste', picture('cells.png'), cells)).toBe(false)
    // A file manager also copies the file's name.
    expect(await give(chat.composer, 'paste', picture('copied.png'), { 'text/plain': 'copied.png' })).toBe(
      true,
    )
    await chat.window.getByRole('button', { name: 'Remove copied.png' }).waitFor()
    expect(await chat.window.getByRole('button', { name: /^Remove / }).count()).toBe(1)
  })

  it('can be removed before it is sent, also during the upload', async () => {
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    await shop.route('**/v1/**', async (route) => {
      if (route.request().method() === 'PUT') await held
      await route.continue().catch(() => {})
    })
    await choose(shop, attachInChat(), picture('mistake.png'))
    await chat.window.getByRole('progressbar', { name: 'Uploading mistake.png' }).waitFor()
    await chat.composer.fill('Without it')
    expect(await sendInChat().isDisabled()).toBe(true)
    await saveScreenshot(shop, 'chat-attachment-underway')
    await chat.window.getByRole('button', { name: 'Remove mistake.png' }).click()
    await sendInChat().click()
    release()
    await inbox.message('Without it').waitFor()
    expect(
      await inbox
        .message('Without it')
        .getByRole('button', { name: /picture/ })
        .count(),
    ).toBe(0)
  })

  it('takes no more memory before it is sent than its small preview needs', async () => {
    await choose(shop, attachInChat(), picture('photo.png', await drawnPng(shop, 4000, 3000)))
    const preview = chat.window.locator('li', { hasText: 'photo.png' }).locator('canvas')
    const size = () => preview.evaluate(({ width, height }: HTMLCanvasElement) => [width, height])
    await expect.poll(size).toEqual([128, 96])
  })
})

describe('an image that the agent sends', () => {
  it('is attached by button, paste and drop, and arrives in the chat', async () => {
    await choose(panel, attachInPanel(), picture('chosen.png'))
    await give(inbox.composer, 'paste', picture('pasted.png'))
    await give(inbox.log, 'drop', picture('dropped.png'))
    const list = inbox.conversation.getByRole('list', { name: 'Attachments' })
    await list.getByRole('button', { name: 'Remove dropped.png' }).waitFor()
    await expect.poll(() => sendInPanel().isEnabled()).toBe(true)
    await saveScreenshot(panel, 'panel-attachments-ready')
    await list.getByRole('button', { name: 'Remove pasted.png' }).click()
    await sendInPanel().click()

    for (const name of ['chosen.png', 'dropped.png']) {
      await expectDrawn(shownInChat(name))
      await expectDrawn(shownInPanel(name))
    }
    expect(await shownInChat('pasted.png').count()).toBe(0)
  })
})

describe('the space for an image', () => {
  it.each([
    { count: 'one', shape: 2, names: ['wide.png'] },
    { count: 'several', shape: 1, names: ['wide.png', 'broad.png', 'long.png'] },
  ])('is reserved on both sides before its bytes are there, of $count', async ({ shape, names }) => {
    const bytes = await drawnPng(shop, 800, 400)
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    for (const page of [shop, panel]) {
      await page.route('**/*', async (route) => {
        if (route.request().resourceType() === 'image') await held
        await route.continue().catch(() => {})
      })
    }
    await choose(shop, attachInChat(), ...names.map((name) => picture(name, bytes)))
    await expect.poll(() => sendInChat().isEnabled()).toBe(true)
    await sendInChat().click()
    const inPanel = names.map(shownInPanel)
    const places = [...names.map(shownInChat), ...inPanel]
    const before = await Promise.all(places.map(roomOf))
    const shapes = before.map(({ width, height }) => Math.round((10 * width) / height) / 10)
    expect(shapes).toEqual([...names.map(() => 2), ...names.map(() => shape)])
    for (const { width } of before) expect(width).toBeGreaterThan(100)
    for (const place of places) expect(await isDrawn(place)).toBe(false)
    await saveScreenshot(panel, `panel-picture-room-${names.length}`)

    release()
    for (const place of places) await expectDrawn(place)
    expect(await Promise.all(places.map(roomOf))).toEqual(before)

    await panel.setViewportSize({ width: 390, height: 844 })
    await inbox.rows.first().waitFor({ state: 'hidden' })
    for (const place of inPanel) {
      const { x, width } = (await place.boundingBox()) ?? { x: 0, width: Infinity }
      expect(x + width).toBeLessThan(390)
    }
    await saveScreenshot(panel, `panel-picture-phone-${names.length}`)
  })
})

describe('a file that is not accepted', () => {
  const tooLarge = bigFile('poster.png', 26_214_401)
  const program: TestFile = {
    name: 'invoice.exe',
    mimeType: 'application/octet-stream',
    buffer: windowsProgram,
  }
  /** Identified by its bytes: the name has no extension. */
  const disguised: TestFile = { ...program, name: 'invoice.pdf', mimeType: 'application/pdf' }

  it('shows the reason in the chat, and does not block other messages', async () => {
    await choose(shop, attachInChat(), tooLarge)
    await chat.window
      .getByRole('alert')
      .getByText(/^poster\.png is larger than 2\d(\.\d)? MB$/)
      .waitFor()
    expect(await sendInChat().isDisabled()).toBe(true)
    await saveScreenshot(shop, 'chat-file-too-large')
    await chat.window.getByRole('button', { name: 'Remove poster.png' }).click()

    // The browser logs requests that the service refuses.
    visitor.expectErrors(/415 \(Unsupported Media Type\)/)
    for (const file of [program, disguised]) {
      await choose(shop, attachInChat(), file)
      await chat.window.getByRole('alert').getByText(`${file.name}: this file type is not allowed`).waitFor()
      // A retry would fail again.
      expect(await chat.window.getByRole('button', { name: `Retry ${file.name}` }).count()).toBe(0)
      await saveScreenshot(shop, 'chat-file-refused')
      await chat.window.getByRole('button', { name: `Remove ${file.name}` }).click()
    }
    await chat.say('Then without')
  })

  it('shows the reason in the panel', async () => {
    await choose(panel, attachInPanel(), tooLarge)
    await panel.getByText(/“poster\.png” is larger than 2\d(\.\d)? MB\./).waitFor()
    await saveScreenshot(panel, 'panel-file-too-large')

    agent.expectErrors(/415 \(Unsupported Media Type\)/)
    for (const file of [program, disguised]) {
      await choose(panel, attachInPanel(), file)
      await inbox.conversation.getByRole('alert').getByText('File type not allowed').waitFor()
      await saveScreenshot(panel, 'panel-file-refused')
      await inbox.conversation.getByRole('button', { name: `Remove ${file.name}` }).click()
    }
    await inbox.say('Then without')
  })
})

describe('a file that could act as a page', () => {
  const script = '<script>parent.acted = window.acted = true</script>'
  const files = [
    textFile('drawing.svg', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, 'image/svg+xml'),
    textFile('page.html', `<!doctype html>${script}`, 'text/html'),
  ]

  it.each(files)('$name arrives as a download, and never as a picture or a page', async (file) => {
    await choose(shop, attachInChat(), file)
    await expect.poll(() => sendInChat().isEnabled()).toBe(true)
    await sendInChat().click()
    const cards = [
      [panel, inbox.log.getByRole('link', { name: file.name })],
      [shop, chat.log.getByRole('link', { name: file.name })],
    ] as const
    for (const [page, card] of cards) {
      await card.waitFor()
      expect(
        await page
          .getByRole('log')
          .getByRole('button', { name: new RegExp(file.name) })
          .count(),
      ).toBe(0)
      const started = page.waitForEvent('download')
      await card.click()
      const download = await started
      expect(download.suggestedFilename()).toBe(file.name)
      expect(await readFile(await download.path())).toEqual(file.buffer)
      expect(page.context().pages()).toHaveLength(1)
      expect(await page.evaluate(() => 'acted' in window)).toBe(false)
    }
    await saveScreenshot(panel, 'panel-file')
    await saveScreenshot(shop, 'chat-file')

    // Also when the URL is opened directly.
    const address = await cards[0][1].getAttribute('href')
    const { headers } = await fetch(new URL(address ?? '', service.url))
    expect(headers.get('content-disposition')).toMatch(/^attachment;/)
    expect(headers.get('content-security-policy')).toContain('sandbox')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })
})

const isDrawn = (place: Locator) =>
  place.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)

async function expectDrawn(place: Locator): Promise<void> {
  await place.waitFor()
  await place.scrollIntoViewIfNeeded()
  await expect.poll(() => isDrawn(place)).toBe(true)
}

async function roomOf(place: Locator): Promise<{ width: number; height: number }> {
  await place.waitFor()
  const box = await place.boundingBox()
  if (!box) throw new Error('It is not on the page')
  return { width: box.width, height: box.height }
}
