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

async function openChat(policy?: string): Promise<void> {
  const { provider } = await foundOrganization(service, 'Images')
  const { html } = shopPage({ base: service.url, providerId: undefined })
  const withProvider = html.replace('<script async', `<script async data-provider-id="${provider.id}"`)
  page = await visitor.open(
    site.put('/images', {
      html: withProvider.replace(/<style>.*<\/style>/, ''),
      headers: policy === undefined ? {} : { 'content-security-policy': policy },
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

it('where the policy of the page blocks images, they are drawn, and later ones cause no violation', async () => {
  visitor.expectErrors(/Content Security Policy/)
  const socket = service.url.replace('http', 'ws')
  await openChat(
    `default-src 'none'; img-src data:; script-src ${service.url}; connect-src ${service.url} ${socket}`,
  )
  const violations: string[] = []
  await page.exposeFunction('reportViolation', (directive: string) => void violations.push(directive))
  await page.evaluate(() =>
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
      (window as unknown as { reportViolation(directive: string): void }).reportViolation(effectiveDirective),
    ),
  )
  const drawnWidth = (name: string) =>
    shown(name)
      .locator('canvas')
      .evaluate(({ width }: HTMLCanvasElement) => width)
  await sendImage('first.png')
  await expect.poll(() => drawnWidth('first.png')).toBe(3)
  await expect.poll(() => violations).toEqual(['img-src', 'img-src'])
  await sendImage('second.png')
  await expect.poll(() => drawnWidth('second.png')).toBe(3)
  expect(violations).toEqual(['img-src', 'img-src'])
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
