import { png } from '@parley/server/testing/sample-files'
import type { Page } from 'playwright-core'
import { beforeEach, expect, inject, it } from 'vitest'
import { choose } from './harness/attaching.ts'
import { useCompleteBrowser, type Profile } from './harness/browser.ts'
import { chatOn, type Chat } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { foundOrganization } from './harness/people.ts'

const service = inject('service')
const browser = useCompleteBrowser()
const site = useHostSite()

let visitor: Profile
let page: Page
let chat: Chat

beforeEach(async () => {
  visitor = await browser.profile({ reducedMotion: 'reduce' })
})

async function openChat(headers: Record<string, string> = {}): Promise<void> {
  const { provider } = await foundOrganization(service, 'Images')
  const { html } = shopPage({ base: service.url, providerId: undefined })
  const withProvider = html.replace('<script async', `<script async data-provider-id="${provider.id}"`)
  page = await visitor.open(
    site.put('/images', {
      html: withProvider.replace(/<style>.*<\/style>/, ''),
      headers,
    }),
  )
  chat = chatOn(page)
  await chat.open()
}

async function sendImage(name: string): Promise<void> {
  const file = { name, mimeType: 'image/png', buffer: png }
  await choose(page, chat.window.getByRole('button', { name: 'Attach a file' }), file)
  const send = chat.window.getByRole('button', { name: 'Send', exact: true })
  await expect.poll(() => send.isEnabled()).toBe(true)
  await send.click()
}

const shown = (name: string) => chat.log.getByRole('button', { name: `Open ${name}` })

const drawnWidth = (name: string) =>
  shown(name)
    .locator('canvas')
    .evaluate(({ width }: HTMLCanvasElement) => width)

/** Opens the chat on a page whose policy blocks images of the service. */
async function openWithoutImages(): Promise<void> {
  visitor.expectErrors(/Content Security Policy/)
  const socket = service.url.replace('http', 'ws')
  await openChat({
    'content-security-policy': `default-src 'none'; img-src data:; script-src ${service.url}; connect-src ${service.url} ${socket}`,
  })
}

/** Records the images that the page's policy blocks from now on, also after it is loaded again. */
async function recordViolations(): Promise<string[]> {
  const blocked: string[] = []
  await page.exposeFunction('reportViolation', (violation: string) => void blocked.push(violation))
  const record = () =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
      (window as unknown as { reportViolation(violation: string): void }).reportViolation(
        `${effectiveDirective} ${blockedURI}`,
      ),
    )
  await page.addInitScript(record)
  await page.evaluate(record)
  return blocked
}

/** Whether an address occurs twice. The stored message may have another link than the one just sent. */
const isRepeated = (addresses: string[]) => new Set(addresses).size < addresses.length

it('where the policy of the page blocks images, they are drawn, and later ones cause no violation', async () => {
  await openWithoutImages()
  const violations = await recordViolations()
  await sendImage('first.png')
  await expect.poll(() => isRepeated(violations)).toBe(true)
  await expect.poll(() => drawnWidth('first.png')).toBe(3)
  const before = [...violations]
  await sendImage('second.png')
  await expect.poll(() => drawnWidth('second.png')).toBe(3)
  expect(violations).toEqual(before)
})

it('of several blocked images shown at once, only one is tried again', async () => {
  const names = ['first.png', 'second.png', 'third.png']
  await openWithoutImages()
  for (const name of names) {
    await sendImage(name)
    await expect.poll(() => drawnWidth(name)).toBe(3)
  }
  // Images are complete at the same moment.
  await page.addInitScript((count) => {
    const { createImageBitmap } = window
    const all = Promise.withResolvers<void>()
    let begun = 0
    const whenAllHaveBegun = async (image: ImageBitmapSource) => {
      begun += 1
      if (begun === count) all.resolve()
      const bitmap = await createImageBitmap(image)
      await all.promise
      return bitmap
    }
    Object.assign(window, { createImageBitmap: whenAllHaveBegun })
  }, names.length)
  const violations = await recordViolations()
  await page.reload()
  for (const name of names) await expect.poll(() => drawnWidth(name)).toBe(3)
  await expect.poll(() => violations.length).toBeGreaterThan(names.length)
  await sendImage('last.png')
  await expect.poll(() => drawnWidth('last.png')).toBe(3)
  expect(violations).toHaveLength(names.length + 1)
})

it.each<[string, Record<string, string>]>([
  ['no policy', {}],
  // It reports images of the service, and loads them.
  ['a report-only policy', { 'content-security-policy-report-only': 'img-src data:' }],
])('with %s, an image whose requests fail does not change how later ones are shown', async (_, headers) => {
  visitor.expectErrors(/ERR_FAILED|Content Security Policy/)
  await openChat(headers)
  const refused: string[] = []
  const isImage = (url: URL) => url.searchParams.has('_expiration')
  // Only the request that draws the image succeeds.
  await page.route(isImage, (route) => {
    if (route.request().resourceType() !== 'image') return route.continue()
    refused.push(route.request().url())
    return route.abort()
  })
  await sendImage('first.png')
  await expect.poll(() => drawnWidth('first.png')).toBe(3)
  await expect.poll(() => isRepeated(refused)).toBe(true)
  await page.unroute(isImage)
  await sendImage('second.png')
  await shown('second.png').locator('img').waitFor()
})

it('an image whose first request failed is shown as an image, not as a drawing without animation', async () => {
  visitor.expectErrors(/ERR_FAILED/)
  await openChat()
  /** Links whose first request has failed. */
  const failed = new Set<string>()
  await page.route(
    (url) => url.searchParams.has('_expiration'),
    (route) => {
      const url = route.request().url()
      if (failed.has(url)) return route.continue()
      failed.add(url)
      return route.abort()
    },
  )
  await sendImage('photo.png')
  await shown('photo.png').locator('img').waitFor()
  await expect
    .poll(() =>
      shown('photo.png')
        .locator('img')
        .evaluate(({ naturalWidth }: HTMLImageElement) => naturalWidth),
    )
    .toBe(3)
})
