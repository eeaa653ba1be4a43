import type { Page } from 'playwright-core'
import type { ParleyChange } from '../../widget/types/parley.d.ts'
import { beforeAll, describe, expect, inject, it } from 'vitest'
import { choose } from './harness/attaching.ts'
import { useBrowser } from './harness/browser.ts'
import { chatOn } from './harness/chat.ts'
import { textFile } from './harness/files.ts'
import { shopPage, useHostSite } from './harness/host-site.ts'
import { memberSite } from './harness/member-site.ts'
import { foundOrganization, type Organization } from './harness/people.ts'

const service = inject('service')
const base = service.url
const browser = useBrowser()
const site = useHostSite()
let organization: Organization

beforeAll(async () => {
  organization = await foundOrganization(service, 'Drafts of visitors')
})

const address = (path: string) => site.put(path, shopPage({ base, providerId: organization.provider.id }))

const storageName = () => `parley.${organization.provider.id}`
const draftsOf = (page: Page) =>
  page.evaluate(
    (name) => JSON.parse(localStorage.getItem(name) ?? '{}').drafts as Record<string, string> | undefined,
    storageName(),
  )

describe('two tabs of a shop', () => {
  /** A tab with the chat open, in the same browser. */
  async function openTab(profile: Awaited<ReturnType<typeof browser.profile>>) {
    const page = await profile.open(address('/tabs'))
    const chat = chatOn(page)
    await chat.open()
    return { page, chat }
  }

  it('a tab without a draft does not erase the one of a closed tab', async () => {
    const profile = await browser.profile()
    const [first, second] = [await openTab(profile), await openTab(profile)]
    await first.chat.composer.fill('A long question')
    await expect.poll(() => draftsOf(second.page)).toEqual({ visitor: 'A long question' })
    await first.page.close()
    await second.page.reload()
    await expect.poll(() => second.chat.composer.inputValue()).toBe('A long question')
  })

  it('a draft that was sent from another tab does not come back', async () => {
    const profile = await browser.profile()
    const first = await openTab(profile)
    await first.chat.composer.fill('Is the blue one in stock?')
    await expect.poll(() => draftsOf(first.page)).toEqual({ visitor: 'Is the blue one in stock?' })
    const second = await openTab(profile)
    await second.chat.composer.press('Enter')
    await second.chat.message('Is the blue one in stock?').getByRole('img', { name: 'Sent' }).waitFor()
    await expect.poll(() => draftsOf(second.page)).toEqual({})
    await first.page.reload()
    await first.chat.message('Is the blue one in stock?').waitFor()
    expect(await first.chat.composer.inputValue()).toBe('')
  })
})

describe('before the chat is connected', () => {
  /** A browser whose chats wait for the service until `connect` is called. */
  async function slowBrowser() {
    const profile = await browser.profile()
    let connected = false
    let held: (() => void)[] = []
    await profile.context.routeWebSocket(/\/v1\/public\/socket$/, (socket) => {
      held = []
      socket.connectToServer().onMessage((frame) => {
        if (connected) socket.send(frame)
        else held.push(() => socket.send(frame))
      })
    })
    const connect = () => {
      connected = true
      for (const send of held) send()
    }
    return { profile, connect }
  }

  it('a visitor’s message is sent by the next page, without opening the chat', async () => {
    const { profile, connect } = await slowBrowser()
    const page = await profile.open(address('/first'))
    const chat = chatOn(page)
    await chat.open()
    await chat.say('Do you ship to Norway?')
    await chat.window.getByRole('button', { name: 'Close chat' }).click()
    await page.goto(address('/second'))
    connect()
    const found = async () =>
      (await organization.call(organization.owner, 'GET', '/conversations?view=open&q=Norway')).data.length
    await expect.poll(found).toBe(1)
    expect(await chat.window.isVisible()).toBe(false)
  })

  /** A chat on a page whose member is known only to its server. */
  async function openMembersChat(config: ParleyChange = {}) {
    const { profile, connect } = await slowBrowser()
    const members = await memberSite(profile, site, organization, { base })
    members.member = { uid: '42', name: 'Ada Lovelace', language: 'en' }
    const page = await members.open()
    await page.evaluate((change) => Parley.update(change), config)
    const chat = chatOn(page)
    await chat.open()
    const signIn = async () => {
      connect()
      await chat.window.getByRole('button', { name: 'Menu, Ada Lovelace' }).waitFor()
    }
    return { members, page, chat, connect, signIn }
  }

  it('what a member has written is the draft of the next page, and then of the member', async () => {
    const { members, page, chat, signIn } = await openMembersChat()
    await chat.say('Where is my parcel?')
    await chat.composer.fill('It is urgent')
    await members.go(page, '/members/orders')
    await expect.poll(() => chat.composer.inputValue()).toBe('Where is my parcel?\nIt is urgent')
    await signIn()
    expect(await chat.composer.inputValue()).toBe('Where is my parcel?\nIt is urgent')
    await expect.poll(() => draftsOf(page)).toEqual({ 'custom 42': 'Where is my parcel?\nIt is urgent' })
  })

  it('what a member has written is not shown in another tab, nor after a sign-out', async () => {
    const { members, page, chat } = await openMembersChat()
    await chat.composer.fill('My address is')
    await members.go(page, '/members/orders')
    await expect.poll(() => chat.composer.inputValue()).toBe('My address is')
    const other = chatOn(await members.open())
    await other.open()
    expect(await other.composer.inputValue()).toBe('')
    await page.evaluate(() => Parley.logout())
    await expect.poll(() => chat.composer.inputValue()).toBe('')

    // Signed out on a page where the chat is closed.
    await other.composer.fill('My address is')
    await other.window.getByRole('button', { name: 'Close chat' }).click()
    const second = other.widget.page()
    await members.go(second, '/members/orders')
    await other.launcher.waitFor()
    await second.evaluate(() => Parley.logout())
    await other.open()
    expect(await other.composer.inputValue()).toBe('')
  })

  it('what a member has written while an earlier sign-out is unconfirmed is not deleted by the site’s other tabs', async () => {
    const { members, page, chat, signIn } = await openMembersChat()
    await page.evaluate((name) => localStorage.setItem(name, '{"login":"out"}'), storageName())
    await members.go(page, '/members/orders')
    await chat.composer.fill('My address is')
    const other = await members.open()
    await other.evaluate((name) => {
      localStorage.setItem('cart', '1')
      localStorage.setItem(name, '{"login":"out","muted":true}')
    }, storageName())
    await signIn()
    expect(await chat.composer.inputValue()).toBe('My address is')
  })

  it('what a member has written and attached is not another member’s', async () => {
    const { members, page, chat, connect } = await openMembersChat({ user: '42' })
    await chat.say('Where is my parcel?')
    await choose(page, chat.window.getByRole('button', { name: 'Attach a file' }), textFile('private.txt'))
    const remove = chat.window.getByRole('button', { name: 'Remove private.txt' })
    await remove.waitFor()
    await chat.composer.fill('My address is')
    members.member = { uid: '43', name: 'Jonas Okafor', language: 'en' }
    await page.evaluate(() => Parley.update({ user: '43' }))
    const nothing = async () => {
      await remove.waitFor({ state: 'detached' })
      expect(await chat.messages.count()).toBe(0)
      expect(await chat.composer.inputValue()).toBe('')
    }
    await nothing()
    connect()
    await chat.window.getByRole('button', { name: 'Menu, Jonas Okafor' }).waitFor()
    await nothing()

    await chat.composer.fill('I am Jonas')
    await expect.poll(() => draftsOf(page)).toEqual({ 'custom 43': 'I am Jonas' })
  })

  it('what a member has written is not the draft of a page with another user', async () => {
    const { members, page, chat } = await openMembersChat({ user: '42' })
    await chat.composer.fill('My address is')
    await chat.window.getByRole('button', { name: 'Close chat' }).click()
    await members.go(page, '/members/orders')
    await chat.launcher.waitFor()
    await page.evaluate(() => Parley.update({ user: '43' }))
    await chat.open()
    expect(await chat.composer.inputValue()).toBe('')
  })

  it('what a member has written is kept when the page removes the widget, but not for another member or after a sign-out', async () => {
    const { page, chat } = await openMembersChat({ user: '42' })
    const restart = async (user: string, isSignOut: boolean) => {
      await page.evaluate(
        ([user, isSignOut]) => {
          Parley.destroy()
          if (isSignOut) Parley.logout()
          Parley.init({ ...window.parleyConfig!, user })
          Parley.open()
        },
        [user, isSignOut] as const,
      )
      await chat.composer.waitFor()
    }
    await chat.say('Where is my parcel?')
    await chat.composer.fill('It is urgent')
    await restart('42', false)
    await expect.poll(() => chat.composer.inputValue()).toBe('Where is my parcel?\nIt is urgent')
    await restart('43', false)
    expect(await chat.composer.inputValue()).toBe('')
    await chat.composer.fill('I am Jonas')
    await restart('43', true)
    expect(await chat.composer.inputValue()).toBe('')
  })

  it('attached files wait for the member’s identity', async () => {
    const { page, chat, signIn } = await openMembersChat()
    const file = textFile('order.txt')
    await choose(page, chat.window.getByRole('button', { name: 'Attach a file' }), file)
    const remove = chat.window.getByRole('button', { name: `Remove ${file.name}` })
    await remove.waitFor()
    await signIn()
    await remove.waitFor()
    const send = chat.window.getByRole('button', { name: 'Send', exact: true })
    await expect.poll(() => send.isEnabled()).toBe(true)
    await send.click()
    await chat.messages.getByText(file.name).waitFor()

    // Another identity does not get them.
    await choose(page, chat.window.getByRole('button', { name: 'Attach a file' }), textFile('private.txt'))
    await chat.window.getByRole('button', { name: 'Remove private.txt' }).waitFor()
    await page.evaluate(() => Parley.logout())
    await chat.window.getByRole('button', { name: 'Remove private.txt' }).waitFor({ state: 'detached' })
  })
})
