import 'fake-indexeddb/auto'
import { widgetCommands } from '@parley/protocol/upstream'
import { describe, expect, test, vi } from 'vitest'
import { isReady, said, say, texts, useLoginSite } from '../testing/login-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'
import { wrongRequests } from '../testing/wire-form.ts'

const site = useLoginSite((server) => wrongRequests(server, widgetCommands))

describe('before a token expires', () => {
  test('[M9] a new one is sent on the live socket without reconnecting', async () => {
    const session = await site.open()
    await say(session, 'hello')
    const seen: string[] = []
    session.state.subscribe(() => seen.push(session.state.get().name))
    session.timeline.subscribe(() => seen.push('timeline'))
    session.identity.subscribe(() => seen.push('who'))
    const before = session.timeline.get().items
    await site.pass(3_600_000 - 120_000)
    await until(() => site.server.requests('session.authenticate').length === 1)
    await settle()
    expect(site.asked).toHaveLength(2)
    expect(session.timeline.get().items).toBe(before)
    expect(seen.filter((name) => name !== 'timeline')).toEqual([])
    expect(site.server.opened).toBe(1)
    const expires = Date.parse(session.member.get()?.expires_at ?? '')
    expect(expires).toBeGreaterThan(site.server.now() + 3_500_000)
  })

  test('a computer that was asleep renews when it wakes', async () => {
    const session = await site.open()
    const sleeping = site.platform.now() + 3_600_000 - 60_000
    const { now } = site.platform
    site.platform.now = () => Math.max(now(), sleeping)
    site.platform.wake()
    await until(() => site.server.requests('session.authenticate').length === 1)
    expect(session.identity.get()).toBe('custom ada')
    site.platform.now = now
  })

  test('a timer that fires before the clock reads the time does not skip the renewal', async () => {
    await site.open()
    const { now } = site.platform
    site.platform.now = () => now() - 5
    await site.pass(3_600_000 - 120_000)
    await settle()
    expect(site.asked).toHaveLength(1)
    await site.pass(5)
    await until(() => site.server.requests('session.authenticate').length === 1)
    expect(site.asked).toHaveLength(2)
    site.platform.now = now
  })

  test('a clock that was set back by a month delays the renewal without a loop', async () => {
    await site.open()
    const { now, after } = site.platform
    site.platform.now = () => now() - 30 * 86_400_000
    const delays: number[] = []
    site.platform.after = (milliseconds, run) => {
      delays.push(milliseconds)
      return after(milliseconds, run)
    }
    site.platform.wake()
    await settle()
    expect(Math.max(...delays)).toBe(3_600_000)
    Object.assign(site.platform, { now, after })
  })

  test('a clock that was set forward by a day is corrected by the next renewal, which is not repeated', async () => {
    const session = await site.open()
    await site.pass(1_000)
    const { now } = site.platform
    site.server.now = now
    site.platform.now = () => now() + 86_400_000
    await site.pass(3_600_000 - 121_000)
    await until(() => site.server.requests('session.authenticate').length === 1)
    await site.pass(60_000)
    expect(site.asked).toHaveLength(2)
    expect(site.server.opened).toBe(1)
    expect(session.serverNow()).toBe(now())
    site.platform.now = now
  })

  test('getToken is retried when it fails, and the member stays signed in until the end', async () => {
    let fails = false
    const session = await site.open((request) => {
      const token = site.getToken(request)
      if (fails) throw new Error('busy')
      return token
    })
    fails = true
    await site.pass(3_600_000 - 1_000)
    expect(site.asked.length).toBeGreaterThan(3)
    expect(site.asked.length).toBeLessThan(10)
    expect(session.identity.get()).toBe('custom ada')
    fails = false
    await site.reconnect(session, 4440)
    expect(session.identity.get()).toBe('custom ada')
  })

  let isWaiting = false
  test.each<[string, () => unknown]>([
    ['throws', () => Promise.reject(new Error('busy'))],
    ['returns nothing', () => undefined],
    ['does not respond', () => new Promise(() => (isWaiting = true))],
  ])('a getToken that %s does not sign out a member who reconnects with a valid token', async (_, fail) => {
    let fails = false
    const session = await site.open((request) => (fails ? fail() : site.getToken(request)))
    await say(session, 'hello')
    fails = true
    await site.pass(3_600_000 - 100_000)
    for (const _again of [1, 2]) {
      isWaiting = false
      site.server.close(1012)
      await until(() => !isReady(session))
      await site.platform.advance(1_000)
      await until(() => isWaiting || isReady(session))
      if (isWaiting) await site.platform.advance(10_000)
      await until(() => isReady(session))
      expect(session.identity.get()).toBe('custom ada')
    }
    await say(session, 'still me')
    expect(said(site.server.memberLog('ada'))).toEqual(['still me', 'hello'])
    fails = false
    await site.pass(60_000)
    await until(() => Date.parse(session.member.get()?.expires_at ?? '') > site.server.now() + 3_400_000)
  })

  test('a token that has expired is not used after a failure', async () => {
    let fails = false
    const session = await site.open((request) => (fails ? undefined : site.getToken(request)))
    fails = true
    await site.pass(3_600_000)
    await site.reconnect(session, 4440)
    expect(session.identity.get()).toBe('visitor')
    expect(site.server.requests('connect').map(({ params }) => params?.token !== undefined)).toEqual([
      true,
      false,
    ])
  })

  test('a failed renewal leaves the token to the next page', async () => {
    let fails = false
    const getToken = (request: { jkt: string }) => (fails ? undefined : site.getToken(request))
    const session = await site.open(getToken)
    fails = true
    await site.pass(3_600_000 - 60_000)
    expect(site.problems.length).toBeGreaterThan(0)
    expect((await site.turnPage(session, getToken)).identity.get()).toBe('custom ada')
  })

  test('[M11] nobody is signed in any more: the visitor’s chat follows, and unsent messages stay the member’s', async () => {
    const session = await site.open()
    await say(session, 'hello')
    site.signedIn = null
    await site.pass(3_600_000 - 1_000)
    site.server.silent = true
    session.send({ content: 'too late' })
    await settle()
    site.server.silent = false
    await site.reconnect(session, 4440)
    expect(session.identity.get()).toBe('visitor')
    expect(session.timeline.get().pending).toEqual([])
    await say(session, 'as a visitor')
    expect(said(site.server.log)).toEqual(['as a visitor'])
    site.signedIn = 'ada'
    const again = await site.turnPage(session)
    await until(() => texts(again).includes('too late'))
    expect(said(site.server.memberLog('ada'))).toEqual(['too late', 'hello'])
  })

  test('[M13] a sign-out during the renewal is not undone by it', async () => {
    const session = await site.open()
    await say(session, 'as Ada')
    const { server } = site
    server.silent = true
    await site.pass(3_600_000 - 120_000)
    await until(() => server.requests('session.challenge').length === 1)
    server.silent = false
    session.logout()
    const signing = vi.spyOn(crypto.subtle, 'sign')
    const [{ id } = { id: 0 }] = server.requests('session.challenge')
    const server_time = new Date(server.now()).toISOString()
    const result = { nonce: 'nonce-2', expires_in: 30, protocol: 1, server_time }
    for (const end of server.ends) end.send({ jsonrpc: '2.0', id, result })
    await until(() => signing.mock.settledResults[0]?.type === 'fulfilled')
    await until(() => session.entered.get()?.member === null)
    await settle()
    expect(server.requests('session.authenticate')).toEqual([])
    await say(session, 'as a visitor')
    expect(said(server.log)).toEqual(['as a visitor'])
    expect(said(server.memberLog('ada'))).toEqual(['as Ada'])
  })

  test('another member signed in on the page: the chat is theirs', async () => {
    const session = await site.open()
    await say(session, 'I am Ada')
    site.signedIn = 'bob'
    await site.pass(3_600_000 - 120_000)
    await until(() => session.identity.get() === 'custom bob' && isReady(session))
    expect(texts(session)).toEqual([])
    await say(session, 'I am Bob')
    expect(said(site.server.memberLog('ada'))).toEqual(['I am Ada'])
  })

  test('tokens valid for a few seconds are renewed', async () => {
    site.lifetime = 20_000
    const began = site.platform.now()
    const session = await site.open()
    for (const end of [20_000, 35_000, 50_000]) {
      await until(() => Date.parse(session.member.get()?.expires_at ?? '') === began + end)
      await site.platform.advance(15_000)
    }
    expect(session.identity.get()).toBe('custom ada')
  })
})
