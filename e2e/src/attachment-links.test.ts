import { png } from '@parley/server/testing/sample-files'
import { readFile } from 'node:fs/promises'
import type { Page, WebSocketRoute } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { choose } from './harness/attaching.ts'
import { useCompleteBrowser, type Profile } from './harness/browser.ts'
import { chatOn, type Chat } from './harness/chat.ts'
import { textFile, type TestFile } from './harness/files.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { inboxOn, type Inbox } from './harness/inbox.ts'
import { foundOrganization, signIn } from './harness/people.ts'

const service = inject('service')
const browser = useCompleteBrowser()
const site = useHostSite()

let visitor: Profile
let shop: Page
let chat: Chat
let agent: Profile
let panel: Page
let inbox: Inbox
/** The routed sockets of pages. */
let sockets: WebSocketRoute[]
let refusedRenewals: number
/** In responses to `connect`, which replace those that the chat has stored. */
let receivedLinks: string[]
/** Error code of responses to media.links; undefined: passed to the service, and the new links are marked. */
let linkFailure: string | undefined

const photo: TestFile = { name: 'photo.png', mimeType: 'image/png', buffer: png }
const shown = () => inbox.log.getByRole('button', { name: 'Open image photo.png' })

interface Frame {
  id: number
  method?: string
  params?: { media_ids?: string[] }
  result?: { media?: { url: string }[]; start?: { messages?: { media: { url: string }[] }[] } }
}

/** Sockets whose media.links can fail, and whose service has deleted the uploads of every message. */
async function routeSockets({ context }: Profile): Promise<void> {
  await context.routeWebSocket(/\/v1\/(public\/)?socket$/, (socket) => {
    const server = socket.connectToServer()
    sockets.push(socket)
    const renewals = new Set<number>()
    const refuse = (id: number, code: string) =>
      socket.send(
        JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_000, message: code, data: { code } } }),
      )
    socket.onMessage((text) => {
      const { id, method, params }: Frame = JSON.parse(String(text))
      if (method === 'media.links' && linkFailure !== undefined) {
        refusedRenewals++
        return refuse(id, linkFailure)
      }
      if (method === 'message.send' && params?.media_ids) return refuse(id, 'media_unknown')
      if (method === 'media.links') renewals.add(id)
      server.send(text)
    })
    server.onMessage((text) => {
      const frame: Frame = JSON.parse(String(text))
      for (const { media } of frame.result?.start?.messages ?? [])
        receivedLinks.push(...media.map(({ url }) => url))
      if (!renewals.has(frame.id)) return socket.send(text)
      for (const media of frame.result?.media ?? []) media.url += '#renewed'
      socket.send(JSON.stringify(frame))
    })
  })
}

beforeEach(async () => {
  linkFailure = undefined
  refusedRenewals = 0
  receivedLinks = []
  sockets = []
  const organization = await foundOrganization(service, 'Links')
  visitor = await browser.profile({ reducedMotion: 'reduce' })
  shop = await visitor.open(
    site.put('/', shopPage({ base: service.url, providerId: organization.provider.id })),
  )
  chat = chatOn(shop)
  await chat.open()
  await chat.say('I have files')

  agent = await browser.profile({ reducedMotion: 'reduce' })
  await routeSockets(agent)
  await signIn(agent, service, organization.owner)
  panel = await agent.open(organization.panel('/inbox/unassigned'))
  inbox = inboxOn(panel)
  await inbox.openRow('I have files')
  await inbox.composer.waitFor()
})

async function visitorSends(file: TestFile): Promise<void> {
  await choose(shop, chat.window.getByRole('button', { name: 'Attach a file' }), file)
  const send = chat.window.getByRole('button', { name: 'Send', exact: true })
  await expect.poll(() => send.isEnabled()).toBe(true)
  await send.click()
}

/** Links are valid for one hour. */
const letLinksExpire = () => panel.clock.setFixedTime(Date.now() + 2 * 3_600_000)

it('in a conversation that is open for hours, an image is viewed and downloaded with new links', async () => {
  await visitorSends(photo)
  await shown().waitFor()
  await letLinksExpire()
  await shown().click()
  const viewer = panel.getByRole('dialog')
  const source = () => viewer.getByRole('img', { name: 'photo.png' }).getAttribute('src')
  await expect.poll(source).toContain('#renewed')

  const started = panel.waitForEvent('download')
  await viewer.getByRole('link', { name: 'Download' }).click()
  const download = await started
  expect(download.url()).toContain('#renewed')
  expect(await readFile(await download.path())).toEqual(png)
})

it('an image in the chat whose link could not be renewed is loaded when the connection is back', async () => {
  await visitorSends(photo)
  const image = chat.log.getByRole('button', { name: 'Open photo.png' })
  await image.locator('img').waitFor()
  visitor.expectErrors(/ERR_FAILED/)
  linkFailure = 'unavailable'
  const images = (url: URL) => url.searchParams.has('_expiration')
  /** Links that failed as an image and as a canvas, each followed by a renewal. */
  const failed = new Set<string>()
  await shop.route(images, (route) => {
    const request = route.request()
    if (request.resourceType() === 'fetch') failed.add(request.url())
    return route.abort()
  })
  await routeSockets(visitor)
  await shop.reload()
  await image.getByText('photo.png').waitFor()
  await expect.poll(() => receivedLinks.some((link) => failed.has(link))).toBe(true)
  await expect.poll(() => refusedRenewals).toBe(failed.size)
  await shop.unroute(images)
  linkFailure = undefined
  await Promise.all(sockets.map((socket) => socket.close({ code: 1012 })))
  await expect.poll(() => image.locator('img').getAttribute('src')).toContain('#renewed')
})

it('an image whose link could not be renewed says so, and is loaded by another attempt', async () => {
  agent.expectErrors(/ERR_FAILED/)
  linkFailure = 'unavailable'
  const images = (url: URL) => url.searchParams.has('_expiration')
  await panel.route(images, (route) => route.abort())
  await visitorSends(photo)
  await inbox.log.getByText('The image could not be loaded').waitFor()
  await panel.unroute(images)
  linkFailure = undefined
  await inbox.log.getByRole('button', { name: 'Try again' }).click()
  await shown().waitFor()
  await expect.poll(() => shown().locator('img').getAttribute('src')).toContain('#renewed')
})

it('a download whose link could not be renewed reports why, and works on the next click', async () => {
  await visitorSends(textFile('list.txt'))
  const card = inbox.log.getByRole('link', { name: 'list.txt' })
  await card.waitFor()
  await letLinksExpire()
  linkFailure = 'unavailable'
  await card.click()
  const problem = panel.getByRole('alert').filter({ hasText: 'The service is temporarily unavailable.' })
  await problem.getByRole('button', { name: 'Close' }).click()
  await problem.waitFor({ state: 'detached' })
  linkFailure = undefined
  const started = panel.waitForEvent('download')
  await card.click()
  expect((await started).suggestedFilename()).toBe('list.txt')
})

it('a message whose upload was deleted can be sent without it in the panel, if it has text', async () => {
  const attach = async () => {
    await choose(panel, inbox.conversation.getByRole('button', { name: 'Attach files' }), photo)
    await expect.poll(() => inbox.action('Send').isEnabled()).toBe(true)
  }
  await attach()
  await inbox.action('Send').click()
  const failed = inbox.log.getByRole('alert')
  await failed.getByText('An attachment no longer exists.').waitFor()
  expect(await failed.getByRole('button').allTextContents()).toEqual(['Discard'])
  await failed.getByRole('button', { name: 'Discard' }).click()

  await attach()
  await inbox.composer.fill('Here is the photo')
  await inbox.action('Send').click()
  await failed.getByRole('button', { name: 'Send without attachments' }).click()
  await chat.message('Here is the photo').waitFor()
})

it('a message whose upload was deleted can be sent without it in the chat, if it has text', async () => {
  const profile = await browser.profile({ reducedMotion: 'reduce' })
  await routeSockets(profile)
  shop = await profile.open(shop.url())
  chat = chatOn(shop)
  await chat.open()
  await chat.say('Another visitor')
  await visitorSends(photo)
  await chat.log.getByText('Not sent').waitFor()
  expect(await chat.log.getByRole('button', { name: 'Send without files' }).count()).toBe(0)
  await chat.log.getByRole('button', { name: 'Discard' }).click()

  await chat.composer.fill('Here is the photo')
  await visitorSends(photo)
  await chat.log.getByRole('button', { name: 'Send without files' }).click()
  await chat.message('Here is the photo').getByRole('img', { name: 'Sent' }).waitFor()
})
