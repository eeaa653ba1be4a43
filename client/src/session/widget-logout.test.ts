import 'fake-indexeddb/auto'
import { widgetCommands } from '@parley/protocol/upstream'
import { describe, expect, test } from 'vitest'
import { isReady, said, say, texts, useLoginSite } from '../testing/login-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'
import { wrongRequests } from '../testing/wire-form.ts'
import type { WidgetSession } from './widget-session.ts'

const site = useLoginSite((server) => wrongRequests(server, widgetCommands))

/** The account is closed: the service refuses the token of the next connection. */
const refuseToken = () => site.server.refusals.push({ method: 'connect', code: 'account_closed' })

/** Signs out in one tab while the other is ada's. The stored token is deleted, so that the next page calls getToken. */
async function signOutIn(session: WidgetSession, other: WidgetSession): Promise<void> {
  site.signedIn = null
  session.logout()
  await until(() => other.identity.get() === 'visitor' && isReady(other) && isReady(session))
  other.close()
  const next = await site.turnPage(session)
  expect(next.identity.get()).toBe('visitor')
  expect(site.asked).toHaveLength(2)
}

describe('signing out', () => {
  test('clears the token: the next page calls getToken, and nobody is signed in', async () => {
    const session = await site.open()
    site.signedIn = null
    session.logout()
    expect(session.identity.get()).toBe('visitor')
    const next = await site.turnPage(session)
    expect(next.identity.get()).toBe('visitor')
    expect(next.timeline.get().status.name).toBe('ready')
    expect(site.asked).toHaveLength(2)
  })

  test('holds if the page is left at the same moment', async () => {
    const session = await site.open()
    await say(session, 'as Ada')
    // The service never receives it.
    site.server.silent = true
    session.logout()
    site.server.silent = false
    site.signedIn = null
    const next = await site.turnPage(session)
    expect(next.identity.get()).toBe('visitor')
    expect(next.timeline.get().status.name).toBe('ready')
    expect(texts(next)).toEqual([])
  })

  test('on a page without a chat is recorded and completed by the next chat', async () => {
    const session = await site.open()
    session.close()
    await settle()
    site.savedLogin.set('out')
    site.signedIn = null
    const next = await site.open()
    expect(next.identity.get()).toBe('visitor')
    expect(site.asked).toHaveLength(2)
  })

  test('on a page without getToken, where the chat is a visitor’s, signs the member of other tabs out', async () => {
    const first = await site.open()
    const session = site.start(null)
    expect(session.identity.get()).toBe('visitor')
    await until(() => isReady(session))
    expect(site.savedLogin.get()).toBe('custom ada')
    await signOutIn(session, first)
  })

  test('holds although the page has cleared localStorage', async () => {
    const first = await site.open()
    const session = await site.open(null)
    site.savedLogin.set(undefined)
    await signOutIn(session, first)
  })

  test('and in again on the same page restores the member’s chat', async () => {
    const session = await site.open()
    await say(session, 'one')
    session.logout()
    await until(() => isReady(session))
    session.signIn()
    await until(() => session.identity.get() === 'custom ada' && isReady(session))
    await say(session, 'two')
    expect(texts(session)).toEqual(['one', 'two'])
  })

  test('does not call getToken until the page reports a sign-in', async () => {
    const session = await site.open()
    session.logout()
    await until(() => isReady(session))
    await site.reconnect(session)
    expect(site.asked).toHaveLength(1)
    session.signIn()
    await until(() => session.identity.get() === 'custom ada')
    expect(site.asked).toHaveLength(2)
  })

  test('in the chat applies to every page until the member signs in there', async () => {
    let session = await site.open()
    session.logout(true)
    await until(() => isReady(session))
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('visitor')
    expect(site.asked).toHaveLength(1)
    session.signIn(true)
    await until(() => session.identity.get() === 'custom ada')
  })

  test('the member’s unsent messages are not sent as the visitor', async () => {
    const session = await site.open()
    site.server.silent = true
    session.send({ content: 'as Ada' })
    await settle()
    site.signedIn = null
    session.logout()
    site.server.silent = false
    await site.reconnect(session)
    await settle()
    expect([said(site.server.log), said(site.server.memberLog('ada'))]).toEqual([[], []])
    expect(session.timeline.get().pending).toEqual([])
  })

  test('[M14] the page’s next token does not reopen a closed account', async () => {
    const session = await site.open()
    await say(session, 'goodbye')
    expect((await session.closeAccount()).ok).toBe(true)
    expect(session.identity.get()).toBe('visitor')
    await say(session, 'as a visitor')
    expect((await site.turnPage(session)).identity.get()).toBe('visitor')
    expect(site.asked).toHaveLength(1)
  })

  test('[M14] nor does a page that states its user late, until the member signs in in the chat', async () => {
    let session = await site.open()
    await session.closeAccount()
    session = await site.turnPage(session)
    for (const user of ['ada', undefined, 'jonas', null, 'ada']) {
      site.user = user
      session.signIn()
      await settle()
      expect([session.identity.get(), isReady(session)]).toEqual(['visitor', true])
      expect(site.savedLogin.get()).toBe('off')
    }
    expect(site.asked).toHaveLength(1)
    session.signIn(true)
    await until(() => session.identity.get() === 'custom ada' && isReady(session))
  })

  test('in the chat of another tab also holds where the page changes its user at that moment', async () => {
    site.user = 'ada'
    const session = await site.open()
    site.savedLogin.set('off')
    site.user = 'jonas'
    session.signIn()
    expect(session.identity.get()).toBe('visitor')
    await until(() => isReady(session))
    expect(session.identity.get()).toBe('visitor')
    expect(site.asked).toHaveLength(1)
  })

  test('[M14] nor when the response to account.close was lost', async () => {
    let session = await site.open()
    await say(session, 'goodbye')
    site.server.answers.set('account.close', () => {
      refuseToken()
      site.server.close(1006)
      return {}
    })
    expect(await session.closeAccount()).toMatchObject({ ok: false })
    await until(() => session.identity.get() === 'visitor' && isReady(session))
    for (let page = 0; page < 2; page++) {
      session = await site.turnPage(session)
      expect(session.identity.get()).toBe('visitor')
    }
    expect(site.asked).toHaveLength(1)
  })

  test('[M14] nor in another browser that has a token from before', async () => {
    let session = await site.open()
    refuseToken()
    await site.reconnect(session)
    expect(session.identity.get()).toBe('visitor')
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('visitor')
    expect(site.asked).toHaveLength(1)
    session.signIn(true)
    await until(() => session.identity.get() === 'custom ada')
  })
})

describe('two tabs', () => {
  test('share one token, also when it is renewed', async () => {
    const [one, other] = await Promise.all([site.open(), site.open()])
    expect(site.asked).toHaveLength(1)
    await site.pass(3_600_000 - 120_000)
    await until(() => site.server.requests('session.authenticate').length === 2)
    expect(site.asked).toHaveLength(2)
    expect([one.identity.get(), other.identity.get()]).toEqual(['custom ada', 'custom ada'])
  })

  test('sign in and out together', async () => {
    site.signedIn = null
    const [one, other] = [await site.open(), await site.open()]
    site.signedIn = 'ada'
    one.signIn()
    await until(() => other.identity.get() === 'custom ada' && isReady(other))
    expect(site.asked).toHaveLength(3)
    other.logout()
    await until(() => one.identity.get() === 'visitor' && isReady(one))
    await settle()
    expect(site.asked).toHaveLength(3)
  })
})

describe('social login', () => {
  test('signs the member in, also in other tabs and on later pages', async () => {
    const other = await site.open(null)
    let session = await site.open(null)
    await say(session, 'as a visitor')
    expect(await session.request('login.start', { social: 'github' })).toMatchObject({ ok: true })
    expect((await session.redeemLogin('code')).ok).toBe(true)
    expect(session.member.get()?.name).toBe('Grace Hopper')
    expect(texts(session)).toEqual([])
    await until(() => other.member.get() !== null)
    await say(session, 'as Grace')
    session = await site.turnPage(session, null)
    expect(texts(session)).toEqual(['as Grace'])
    session.logout()
    await until(() => isReady(session) && texts(session).includes('as a visitor'))
    expect(site.server.social).toBeNull()
  })

  test('a refused code does not change the visitor’s session', async () => {
    const session = await site.open(null)
    await say(session, 'hello')
    site.server.refusals.push({ method: 'login.redeem', code: 'login_code_invalid' })
    expect(await session.redeemLogin('code')).toMatchObject({ ok: false, code: 'login_code_invalid' })
    await until(() => isReady(session))
    await say(session, 'still here')
    expect(texts(session)).toEqual(['hello', 'still here'])
  })

  test('a refused code does not call getToken in a chat that stays a visitor’s', async () => {
    let session = await site.open()
    session.logout(true)
    await until(() => isReady(session))
    site.server.refusals.push({ method: 'login.redeem', code: 'login_code_invalid' })
    expect(await session.redeemLogin('x')).toMatchObject({ ok: false })
    await until(() => isReady(session))
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('visitor')
    expect(site.asked).toHaveLength(1)
    expect((await session.redeemLogin('code')).ok).toBe(true)
    session = await site.turnPage(session, null)
    expect(session.member.get()?.name).toBe('Grace Hopper')
  })

  test('a sign-out that did not reach the server is completed before anything is shown', async () => {
    const session = await site.open(null)
    await session.redeemLogin('code')
    await say(session, 'as Grace')
    session.close()
    await settle()
    site.savedLogin.set('out')
    const next = site.start(null)
    const seen: string[] = []
    next.timeline.subscribe(() => seen.push(...texts(next)))
    await until(() => isReady(next))
    expect(next.identity.get()).toBe('visitor')
    expect(seen).toEqual([])
    expect(site.server.social).toBeNull()
  })
})

test('a queued message is not sent as a member who signs in meanwhile', async () => {
  site.signedIn = null
  const session = await site.open()
  let turn = () => {}
  const waiting = new Promise<void>((resolve) => (turn = resolve))
  const { platform } = site
  const { exclusively } = platform
  site.platform.exclusively = async (name, run) => {
    if (name.startsWith('parley-outbox')) await waiting
    return exclusively(name, run)
  }
  session.send({ content: 'as a visitor' })
  site.signedIn = 'ada'
  session.signIn()
  await until(() => session.identity.get() === 'custom ada' && isReady(session))
  turn()
  await settle()
  expect([said(site.server.log), said(site.server.memberLog('ada'))]).toEqual([[], []])
  session.logout()
  await until(() => said(site.server.log).length === 1)
})
