import type { Page } from 'playwright-core'
import { expect, inject, it } from 'vitest'
import { useCallPages } from './call-engine/call-pages.ts'
import { choose } from './harness/attaching.ts'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { textFile } from './harness/files.ts'
import { useHostSite } from './harness/host-site.ts'
import { memberSite } from './harness/member-site.ts'
import { microphoneOf } from './harness/microphone.ts'
import { foundOrganization } from './harness/people.ts'
import { widgetCallOn } from './harness/widget-call.ts'

/** A member whom the page can name only later. */

const service = inject('service')
const browser = useBrowser()
const callers = useBrowser(() => microphoneOf(1000))
const pages = useCallPages()
const site = useHostSite()

/** Passes another `getToken` for the same user, as applications do with each render. */
const render = (page: Page) =>
  page.evaluate(() =>
    Parley.update({ user: '42', getToken: (request) => window.parleyConfig!.getToken!(request) }),
  )

it('opening the chat again signs the page’s user in if getToken returned null before', async () => {
  const organization = await foundOrganization(service, 'Members who are late')
  const shop = await memberSite(await browser.profile(), site, organization, { base: service.url })
  const page = await shop.open()
  const chat = chatOn(page)
  await render(page)
  await chat.open()
  await chat.say('As a visitor')
  await chat.message('As a visitor').getByRole('img', { name: 'Sent' }).waitFor()
  expect(shop.asked).toHaveLength(1)
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  await render(page)
  const close = chat.window.getByRole('button', { name: 'Close chat' })
  await chat.composer.fill('As a visitor, too')
  await close.click()
  await chat.open()
  expect(await chat.composer.inputValue()).toBe('As a visitor, too')
  await chat.composer.fill('')
  await close.click()
  expect(shop.asked).toHaveLength(1)
  await chat.open()
  await chat.window.getByRole('button', { name: 'Menu, Ada Lovelace' }).waitFor()
  expect(await chat.messages.count()).toBe(0)
  expect(shop.asked).toHaveLength(2)
})

it('a visitor with an unsent file or message is not signed in by opening the chat again or a reconnect', async () => {
  const organization = await foundOrganization(service, 'Members who hurry')
  const profile = await browser.profile()
  let delivers = true
  let disconnect = () => {}
  await profile.context.routeWebSocket(/\/v1\/public\/socket$/, (socket) => {
    const server = socket.connectToServer()
    disconnect = () => void socket.close({ code: 1012 })
    socket.onMessage((frame) => {
      if (delivers || !String(frame).includes('message.send')) server.send(frame)
    })
  })
  const shop = await memberSite(profile, site, organization, { base: service.url })
  const page = await shop.open()
  const chat = chatOn(page)
  const button = (name: string) => chat.window.getByRole('button', { name, exact: true })
  const reopen = async () => {
    await button('Close chat').click()
    await chat.open()
  }
  await render(page)
  await chat.open()
  await chat.say('As a visitor')
  await chat.message('As a visitor').getByRole('img', { name: 'Sent' }).waitFor()
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  await choose(page, button('Attach a file'), textFile('order.txt'))
  await button('Remove order.txt').waitFor()
  await reopen()
  await button('Remove order.txt').click()

  delivers = false
  await chat.say('As a visitor, too')
  await reopen()
  delivers = true
  disconnect()
  await chat.message('As a visitor, too').getByRole('img', { name: 'Sent' }).waitFor()
  expect(await chat.messages.count()).toBe(2)
  expect(shop.asked).toHaveLength(1)
  await reopen()
  await button('Menu, Ada Lovelace').waitFor()
  expect(await chat.messages.count()).toBe(0)
})

it('a visitor in a call is signed in only after it, also if the chat has reconnected meanwhile', async () => {
  const organization = await foundOrganization(service, 'Members who call')
  const agent = await pages.agent(await callers.profile(), service, organization)
  await agent.waitForFunction(() => window.calls?.desk.get()?.state === 'idle')
  const profile = await callers.profile()
  let disconnect = () => {}
  await profile.context.routeWebSocket(/\/v1\/public\/socket$/, (socket) => {
    socket.connectToServer()
    disconnect = () => void socket.close({ code: 1012 })
  })
  const shop = await memberSite(profile, site, organization, { base: service.url })
  const page = await shop.open()
  const { chat, ring, hangUp, panel } = widgetCallOn(page)
  const reopen = async () => {
    await chat.window.getByRole('button', { name: 'Close chat' }).click()
    await chat.open()
  }
  await render(page)
  await ring()
  await agent.waitForFunction(() => window.calls.desk.get()?.offer)
  disconnect()
  await chat.say('As a visitor')
  await chat.message('As a visitor').getByRole('img', { name: 'Sent' }).waitFor()
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  await reopen()
  await hangUp.click()
  await panel.waitFor({ state: 'hidden' })
  expect(shop.asked).toHaveLength(1)
  await reopen()
  await chat.window.getByRole('button', { name: 'Menu, Ada Lovelace' }).waitFor()
  expect(shop.asked).toHaveLength(2)
})

it('a new getToken for the same user neither calls it nor undoes a sign-out in the chat', async () => {
  const organization = await foundOrganization(service, 'Members who stay away')
  const shop = await memberSite(await browser.profile(), site, organization, { base: service.url })
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  const page = await shop.open()
  const chat = chatOn(page)
  await render(page)
  await chat.open()
  await chat.window.getByRole('button', { name: 'Menu, Ada Lovelace' }).click()
  await chat.window.getByRole('button', { name: 'Sign out' }).click()
  const menu = chat.window.getByRole('button', { name: 'Menu', exact: true })
  await menu.waitFor()
  expect(shop.asked).toHaveLength(1)
  await render(page)
  await chat.say('As a visitor')
  await chat.message('As a visitor').getByRole('img', { name: 'Sent' }).waitFor()
  expect(shop.asked).toHaveLength(1)
  await menu.waitFor()
})
