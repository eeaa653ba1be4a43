import type { Page } from 'playwright-core'
import { beforeEach, describe, expect, inject, it } from 'vitest'
import { findBarriers } from './harness/accessibility.ts'
import { useBrowser, type Profile } from './harness/browser.ts'
import { chatOn, type Chat } from './harness/chat.ts'
import { useHostSite } from './harness/host-site.ts'
import { memberSite, type MemberSite } from './harness/member-site.ts'
import { foundOrganization, type Organization } from './harness/people.ts'
import { saveScreenshot } from './harness/screenshots.ts'

const service = inject('service')
const base = service.url
const browser = useBrowser()
const site = useHostSite()
const ada = { uid: '42', name: 'Ada Lovelace', language: 'en' }
let organization: Organization
let profile: Profile
let shop: MemberSite

beforeEach(async () => {
  organization = await foundOrganization(service, 'Members')
  profile = await browser.profile()
  shop = await memberSite(profile, site, organization, { base })
})

const menuOf = (chat: Chat, name: string) => chat.window.getByRole('button', { name, exact: true })
const isAda = (chat: Chat) => menuOf(chat, 'Menu, Ada Lovelace').waitFor()
const isVisitor = (chat: Chat) => menuOf(chat, 'Menu').waitFor()

async function opened(its = shop): Promise<{ page: Page; chat: Chat }> {
  const page = await its.open()
  const chat = chatOn(page)
  await chat.open()
  return { page, chat }
}

/** A page of the same site with this `getToken`. */
async function brokenSite(getToken: string): Promise<MemberSite> {
  profile = await browser.profile()
  return memberSite(profile, site, organization, { base, getToken })
}

const sent = (chat: Chat, text: string) => chat.message(text).getByRole('img', { name: 'Sent' }).waitFor()

describe('getToken', () => {
  it('is called when the chat is first opened, not on page load, and not again on other pages', async () => {
    shop.member = ada
    const page = await shop.open()
    await chatOn(page).launcher.waitFor()
    await page.waitForLoadState('networkidle')
    expect(shop.asked).toEqual([])
    const chat = chatOn(page)
    await chat.open()
    await isAda(chat)
    await shop.go(page, '/another')
    await isAda(chat)
    expect(shop.asked).toHaveLength(1)
    expect(shop.asked[0]).toMatch(/^[\w-]{43}$/)
  })

  it.each([
    ['says null', `() => null`, null],
    [
      'throws',
      `() => { throw new Error('no cookie') }`,
      /get_token_failed: getToken threw \(Error: no cookie\)/,
    ],
    ['gives no token', `async () => 'nonsense'`, /get_token_invalid/],
  ])('%s: the chat is a visitor’s, and works', async (_, getToken, told) => {
    const broken = await brokenSite(getToken)
    if (told) profile.expectErrors(told)
    const { chat } = await opened(broken)
    await isVisitor(chat)
    await chat.say('Hello')
    await sent(chat, 'Hello')
    expect(profile.errors()).toHaveLength(told ? 1 : 0)
  })

  it('that never resolves leaves a visitor’s chat after ten seconds', async () => {
    const broken = await brokenSite(`() => new Promise(() => {})`)
    profile.expectErrors(/get_token_timeout/)
    const { chat } = await opened(broken)
    await chat.say('Is anybody there?')
    await chat.message('Is anybody there?').getByRole('img', { name: 'Sent' }).waitFor()
    await isVisitor(chat)
  })

  it('that returns a token for another browser is refused with a console message', async () => {
    shop.member = ada
    const { chat } = await opened()
    await isAda(chat)
    const [stolen = ''] = shop.given

    const thief = await browser.profile()
    thief.expectErrors(/\[Parley\] The service rejected the token from getToken\. key_mismatch: /)
    const page = await (
      await memberSite(thief, site, organization, { base, getToken: `() => '${stolen}'` })
    ).open()
    const other = chatOn(page)
    await other.open()
    await other.say('I am not Ada')
    await sent(other, 'I am not Ada')
    await isVisitor(other)
    expect(thief.errors()).toHaveLength(1)
  })
})

describe('a member', () => {
  it('whose token expires during a chat continues without interruption', async () => {
    shop.member = { ...ada, lifetime: 8 }
    const { page, chat } = await opened()
    await isAda(chat)
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    await chat.say('First')
    await expect.poll(() => shop.asked.length).toBeGreaterThanOrEqual(3)
    await chat.say('After two renewals')
    await sent(chat, 'After two renewals')
    await isAda(chat)
    expect(sockets).toEqual([])
  })

  it('who is signed out when the token expires becomes a visitor, without the member’s messages', async () => {
    shop.member = { ...ada, lifetime: 6 }
    const { chat } = await opened()
    await isAda(chat)
    await chat.say('As Ada')
    await sent(chat, 'As Ada')
    await chat.composer.fill('half a word')
    shop.member = null
    await isVisitor(chat)
    expect(await chat.messages.count()).toBe(0)
    expect(await chat.composer.inputValue()).toBe('')
    await chat.say('As a visitor')
    await sent(chat, 'As a visitor')
  })

  it('who signs out of the site in one tab is signed out in the other', async () => {
    shop.member = ada
    const { page, chat } = await opened()
    await chat.say('As Ada')
    await sent(chat, 'As Ada')
    const second = await shop.open('/second')
    const other = chatOn(second)
    await other.open()
    await other.message('As Ada').waitFor()
    expect(shop.asked).toHaveLength(1)

    shop.member = null
    await page.evaluate(() => Parley.logout())
    await isVisitor(other)
    expect([await chat.messages.count(), await other.messages.count()]).toEqual([0, 0])
  })

  it('who signs out on a page whose chat was never opened is signed out in the other tab', async () => {
    shop.member = ada
    const { chat } = await opened()
    await isAda(chat)
    await chat.say('As Ada')
    await sent(chat, 'As Ada')
    const second = await shop.open('/second')
    // Another tab keeps its chat closed and does not load it.
    await chatOn(second).launcher.waitFor()
    shop.member = null
    await second.evaluate(() => Parley.logout())
    await isVisitor(chat)
    expect(await chat.messages.count()).toBe(0)
  })

  it('and the end of the sign-in are reported to the page', async () => {
    const page = await shop.open()
    await page.waitForFunction(() => window.Parley !== undefined)
    await page.evaluate(() => {
      Object.assign(window, { heard: [] })
      for (const event of ['login', 'logout'] as const) {
        Parley.on(event, (detail) => (window as never as { heard: unknown[] }).heard.push([event, detail]))
      }
    })
    shop.member = ada
    const chat = chatOn(page)
    await chat.open()
    await isAda(chat)
    await page.evaluate(() => Parley.logout())
    await isVisitor(chat)
    expect(await page.evaluate('heard')).toEqual([
      ['login', { name: 'Ada Lovelace', provider: 'custom' }],
      ['logout', undefined],
    ])
  })

  it('who signs in without a page load is recognized at once by init with another getToken', async () => {
    const { page, chat } = await opened()
    await isVisitor(chat)
    await chat.say('As a visitor')
    await sent(chat, 'As a visitor')
    shop.member = ada
    await page.evaluate((providerId) => {
      const { chatToken } = window as never as { chatToken(jkt: string): Promise<string | null> }
      Parley.init({ providerId, getToken: ({ jkt }) => chatToken(jkt) })
    }, organization.provider.id)
    await isAda(chat)
    expect(await chat.messages.count()).toBe(0)
  })

  it('who signs out in the chat is a visitor on this and later pages, until they sign in again', async () => {
    shop.member = ada
    const { page, chat } = await opened()
    await isAda(chat)
    await menuOf(chat, 'Menu, Ada Lovelace').click()
    await chat.window.getByRole('button', { name: 'Sign out' }).waitFor()
    await saveScreenshot(page, 'chat-account-menu')
    expect(await findBarriers(page)).toEqual([])
    await chat.window.getByRole('button', { name: 'Sign out' }).click()
    await isVisitor(chat)
    await shop.go(page, '/another')
    await isVisitor(chat)
    expect(shop.asked).toHaveLength(1)
    await menuOf(chat, 'Menu').click()
    await chat.window.getByRole('button', { name: 'Sign in' }).click()
    await isAda(chat)
  })

  it('who deletes the account after a confirmation becomes a visitor', async () => {
    shop.member = ada
    const { page, chat } = await opened()
    await chat.say('Goodbye')
    await sent(chat, 'Goodbye')
    await menuOf(chat, 'Menu, Ada Lovelace').click()
    await chat.window.getByRole('button', { name: 'Close account' }).click()
    const question = chat.widget.getByRole('alertdialog', { name: 'Close your account?' })
    await question.getByText('Our team keeps your messages').waitFor()
    await saveScreenshot(page, 'chat-close-account')
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await question.waitFor({ state: 'detached' })
    await isAda(chat)

    await menuOf(chat, 'Menu, Ada Lovelace').click()
    await chat.window.getByRole('button', { name: 'Close account' }).click()
    await question.getByRole('button', { name: 'Close account' }).click()
    await isVisitor(chat)
    expect(await chat.messages.count()).toBe(0)
    const { data } = await organization.call(organization.owner, 'GET', '/customers')
    expect(data).toMatchObject([{ external_id: '42', deactivated_at: expect.any(String) }])
    await shop.go(page, '/another')
    await isVisitor(chat)
    expect(shop.asked).toHaveLength(1)
  })

  it('who is blocked can read but not write; the visitor of the same browser can', async () => {
    shop.member = ada
    const { page, chat } = await opened()
    await chat.say('Let me in')
    await sent(chat, 'Let me in')
    const { data } = await organization.call(organization.owner, 'GET', '/customers')
    await organization.call(organization.owner, 'PATCH', `/customers/${data[0].id}`, { is_blocked: true })
    await chat.window.getByText('You can no longer send messages here.').waitFor()
    await chat.message('Let me in').waitFor()
    shop.member = null
    await page.evaluate(() => Parley.logout())
    await chat.say('As a visitor')
    await sent(chat, 'As a visitor')
  })
})

describe('on a phone, in the dark, from right to left', () => {
  it('member menu, account and confirmations fit and are accessible', async () => {
    profile = await browser.profile({
      viewport: { width: 360, height: 640 },
      colorScheme: 'dark',
      reducedMotion: 'reduce',
      hasTouch: true,
      isMobile: true,
    })
    shop = await memberSite(profile, site, organization, { base, lang: 'ar', dir: 'rtl' })
    shop.member = { uid: '7', name: 'مريم الحداد', email: 'mariam@example.com' }
    const page = await shop.open()
    const chat = chatOn(page)
    await chat.open()
    const check = async (name: string) => {
      await saveScreenshot(page, `phone-member-${name}`)
      expect(await findBarriers(page)).toEqual([])
    }
    const sheet = chat.widget.getByRole('dialog', { name: 'بأي لغة تريد أن نجيبك؟' })
    await sheet.waitFor()
    await check('language')
    await sheet.getByRole('button').click()
    await chat.say('هل الإبريق متوفر؟')
    await chat.window.getByRole('button', { name: 'القائمة, مريم الحداد' }).click()
    const close = chat.window.getByRole('button', { name: 'إغلاق الحساب' })
    await close.waitFor()
    await check('account')
    await close.click()
    await chat.widget.getByRole('alertdialog').waitFor()
    await check('close')
  })
})
