import { expect, inject, it } from 'vitest'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { memberSite } from './harness/member-site.ts'
import { foundOrganization } from './harness/people.ts'

const service = inject('service')
const browser = useBrowser()
const site = useHostSite()

it('switching members without a page load or sign-out shows no message of the previous member', async () => {
  const organization = await foundOrganization(service, 'Members who change')
  const shop = await memberSite(await browser.profile(), site, organization, { base: service.url })
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  const page = await shop.open()
  const chat = chatOn(page)
  const menu = (name: string) => chat.window.getByRole('button', { name, exact: true })
  const say = async (text: string) => {
    await chat.say(text)
    await chat.message(text).getByRole('img', { name: 'Sent' }).waitFor()
  }
  await chat.open()
  await menu('Menu, Ada Lovelace').waitFor()
  await say('As Ada')

  shop.member = { uid: '43', name: 'Jonas Okafor', language: 'en' }
  await page.evaluate(() => Parley.update({ user: '43' }))
  await menu('Menu, Jonas Okafor').waitFor()
  expect(await chat.messages.count()).toBe(0)
  await say('As Jonas')
  expect(shop.asked).toHaveLength(2)
  // The same user again has no effect.
  await page.evaluate(() => Parley.update({ user: '43' }))
  expect(shop.asked).toHaveLength(2)

  shop.member = null
  await page.evaluate(() => Parley.update({ user: null }))
  await menu('Menu').waitFor()
  expect(await chat.messages.count()).toBe(0)
  expect(shop.asked).toHaveLength(2)
})

it('a page can sign the same user in again after Parley.logout(), without a page load', async () => {
  const organization = await foundOrganization(service, 'Members who return')
  const shop = await memberSite(await browser.profile(), site, organization, { base: service.url })
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  const page = await shop.open()
  const chat = chatOn(page)
  const menu = (name: string) => chat.window.getByRole('button', { name, exact: true }).waitFor()
  const signIn = () => page.evaluate(() => Parley.update({ user: '42' }))
  await signIn()
  await chat.open()
  await menu('Menu, Ada Lovelace')
  await page.evaluate(() => Parley.logout())
  await menu('Menu')
  await signIn()
  await menu('Menu, Ada Lovelace')
  expect(shop.asked).toHaveLength(2)
})

it('a page that states its user late does not reopen the account that was closed in the chat', async () => {
  const organization = await foundOrganization(service, 'Members who leave')
  const shop = await memberSite(await browser.profile(), site, organization, { base: service.url })
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  const page = await shop.open()
  const chat = chatOn(page)
  const button = (name: string) => chat.widget.getByRole('button', { name, exact: true })
  const say = async (text: string) => {
    await chat.say(text)
    await chat.message(text).getByRole('img', { name: 'Sent' }).waitFor()
  }
  await chat.open()
  await say('Goodbye')
  await button('Menu, Ada Lovelace').click()
  await button('Close account').click()
  await chat.widget.getByRole('alertdialog').getByRole('button', { name: 'Close account' }).click()
  await button('Menu').waitFor()
  await page.reload()
  await say('As a visitor')
  await page.evaluate(() => Parley.update({ user: '42' }))
  await say('Still a visitor')
  await button('Menu').click()
  expect(shop.asked).toHaveLength(1)
  await button('Sign in').click()
  await button('Menu, Ada Lovelace').waitFor()
  await chat.message('Goodbye').waitFor()
})

it('the open menu does not keep the transcript of a member who signs out in it', async () => {
  const organization = await foundOrganization(service, 'Members with transcripts')
  const profile = await browser.profile()
  let answers = true
  await profile.context.routeWebSocket(/\/v1\/public\/socket$/, (socket) => {
    const server = socket.connectToServer()
    socket.onMessage((frame) => {
      if (answers || !String(frame).includes('transcript.link')) server.send(frame)
    })
  })
  const shop = await memberSite(profile, site, organization, { base: service.url })
  const page = await shop.open()
  const chat = chatOn(page)
  const button = (name: string) => chat.window.getByRole('button', { name, exact: true })
  const say = async (text: string) => {
    await chat.say(text)
    await chat.message(text).getByRole('img', { name: 'Sent' }).waitFor()
  }
  await chat.open()
  await say('As a visitor')
  await page.reload()
  await chat.message('As a visitor').waitFor()
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  await page.evaluate(() => Parley.update({ user: '42' }))
  await button('Menu, Ada Lovelace').waitFor()
  await say('As Ada')
  await button('Menu, Ada Lovelace').click()
  const transcript = chat.window.getByRole('link', { name: 'Download conversation' })
  await transcript.waitFor()
  answers = false
  await button('Sign out').click()
  await chat.message('As a visitor').waitFor()
  await button('Sign in').waitFor()
  expect(await transcript.count()).toBe(0)
})

it('Parley.logout() signs other tabs out although the page has cleared localStorage and its chat was never opened', async () => {
  const organization = await foundOrganization(service, 'Members who clear')
  const shop = await memberSite(await browser.profile(), site, organization, { base: service.url })
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  const chat = chatOn(await shop.open())
  await chat.open()
  await chat.window.getByRole('button', { name: 'Menu, Ada Lovelace' }).waitFor()
  const second = await shop.open('/second')
  await chatOn(second).launcher.waitFor()
  shop.member = null
  await second.evaluate(() => {
    localStorage.clear()
    Parley.logout()
  })
  await chat.window.getByRole('button', { name: 'Menu', exact: true }).waitFor()
  await chatOn(second).open()
  // The stored token is gone.
  await expect.poll(() => shop.asked).toHaveLength(2)
  await chatOn(second).window.getByRole('button', { name: 'Menu', exact: true }).waitFor()
})

it('Parley.logout() without a widget signs the member out with the next init', async () => {
  const organization = await foundOrganization(service, 'Members without a widget')
  const shop = await memberSite(await browser.profile(), site, organization, { base: service.url })
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  const page = await shop.open()
  const chat = chatOn(page)
  await chat.open()
  await chat.window.getByRole('button', { name: 'Menu, Ada Lovelace' }).waitFor()
  shop.member = null
  await page.evaluate(() => {
    Parley.destroy()
    Parley.logout()
    Parley.init(window.parleyConfig!)
  })
  await chat.open()
  await chat.window.getByRole('button', { name: 'Menu', exact: true }).waitFor()
})

it('Parley.logout() after Parley.destroy() signs the member out although the page is left at once', async () => {
  const organization = await foundOrganization(service, 'Members who hurry')
  const shop = await memberSite(await browser.profile(), site, organization, { base: service.url })
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  const page = await shop.open()
  const chat = chatOn(page)
  await chat.open()
  await chat.window.getByRole('button', { name: 'Menu, Ada Lovelace' }).waitFor()
  shop.member = null
  await page.evaluate(() => {
    Parley.destroy()
    Parley.logout()
  })
  await page.reload()
  await chat.open()
  await chat.window.getByRole('button', { name: 'Menu', exact: true }).waitFor()
})

it('a tab that was loaded before the sign-in does not sign the member out of another tab', async () => {
  const organization = await foundOrganization(service, 'Members with an old tab')
  const shop = await memberSite(await browser.profile(), site, organization, {
    base: service.url,
    head: '<script>window.parleyConfig.user = null</script>',
  })
  const old = chatOn(await shop.open('/old'))
  const page = await shop.open()
  const chat = chatOn(page)
  shop.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
  await page.evaluate(() => Parley.update({ user: '42' }))
  await chat.open()
  const menu = chat.window.getByRole('button', { name: 'Menu, Ada Lovelace' })
  await menu.waitFor()
  await old.open()
  await old.say('As a visitor')
  await old.message('As a visitor').getByRole('img', { name: 'Sent' }).waitFor()
  await chat.say('Still Ada')
  await chat.message('Still Ada').getByRole('img', { name: 'Sent' }).waitFor()
  expect(await menu.isVisible()).toBe(true)
  expect(await old.message('Still Ada').count()).toBe(0)
})

it('Parley.logout() where nobody is signed in leaves the visitor’s chat in other tabs alone and loads no part for members', async () => {
  const organization = await foundOrganization(service, 'Visitors')
  const profile = await browser.profile()
  const frames: string[] = []
  const requests: string[] = []
  profile.context.on('request', (request) => requests.push(request.url()))
  profile.context.on('page', (page) =>
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => frames.push(`${page.url()} ${String(payload)}`)),
    ),
  )
  const html = shopPage({ base: service.url, providerId: organization.provider.id })
  const page = await profile.open(site.put('/first', html))
  const chat = chatOn(page)
  await chat.open()
  await chat.say('As a visitor')
  await chat.message('As a visitor').getByRole('img', { name: 'Sent' }).waitFor()
  await page.evaluate(() => {
    const signedOut = new Promise<void>((resolve) =>
      addEventListener('storage', ({ newValue }) => newValue?.includes('"login":"out"') && resolve()),
    )
    Object.assign(window, { signedOut })
  })
  const second = await profile.open(site.put('/second', html))
  await chatOn(second).launcher.waitFor()
  await second.evaluate(() => Parley.logout())
  await page.evaluate(() => (window as unknown as { signedOut: Promise<void> }).signedOut)
  await chatOn(second).open()
  await chatOn(second).message('As a visitor').waitFor()
  await chat.say('Still a visitor')
  await chat.message('Still a visitor').getByRole('img', { name: 'Sent' }).waitFor()
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('out')
  expect(frames.filter((frame) => /first.*session.logout/.test(frame))).toEqual([])
  expect(requests.filter((url) => url.includes('/member'))).toEqual([])
})
