import 'fake-indexeddb/auto'
import { widgetCommands } from '@parley/protocol/upstream'
import { describe, expect, test } from 'vitest'
import { isReady, said, say, texts, useLoginSite } from '../testing/login-fixture.ts'
import { makeToken } from '../testing/socket-tokens.ts'
import { settle, until } from '../testing/test-platform.ts'
import { wrongRequests } from '../testing/wire-form.ts'

const site = useLoginSite((server) => wrongRequests(server, widgetCommands))

/** Changes the signed-in user on the site, and the page's `user` with it. */
const become = (user: string | null) => Object.assign(site, { signedIn: user, user })

describe('the page’s user', () => {
  test('after an account switch, the previous member’s token is not used', async () => {
    become('mira')
    let session = await site.open()
    await say(session, 'as Mira')
    become('jonas')
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('custom jonas')
    expect(texts(session)).toEqual([])
    await say(session, 'as Jonas')
    expect(said(site.server.memberLog('mira'))).toEqual(['as Mira'])
    expect(said(site.server.memberLog('jonas'))).toEqual(['as Jonas'])
    expect(site.asked).toHaveLength(2)
  })

  test('the previous member is never shown, not even before the connection', async () => {
    become('mira')
    const first = await site.open()
    become('jonas')
    first.close()
    const session = site.start()
    expect(session.identity.get()).toBe(null)
    await until(() => isReady(session))
    expect(session.identity.get()).toBe('custom jonas')
  })

  test('getToken is not called again for an unchanged user', async () => {
    become('mira')
    await site.turnPage(await site.turnPage(await site.open()))
    expect(site.asked).toHaveLength(1)
  })

  test('a change switches a live chat at once, and nothing more is sent as the previous member', async () => {
    become('mira')
    const session = await site.open()
    await say(session, 'as Mira')
    become('jonas')
    session.signIn()
    expect(texts(session)).toEqual([])
    expect(session.member.get()).toBe(null)
    session.send({ content: 'as Jonas' })
    await until(() => isReady(session) && texts(session).includes('as Jonas'))
    expect(session.identity.get()).toBe('custom jonas')
    expect(said(site.server.memberLog('mira'))).toEqual(['as Mira'])
    expect(said(site.server.memberLog('jonas'))).toEqual(['as Jonas'])
  })

  test('getToken is not called again for the current member', async () => {
    const session = await site.open()
    site.user = 'ada'
    session.signIn()
    expect(isReady(session)).toBe(true)
    expect(site.asked).toHaveLength(1)
  })

  test('a token that was requested for the previous user is discarded', async () => {
    let answer: ((token: string) => void) | undefined
    site.user = 'mira'
    const session = site.start(() =>
      answer === undefined
        ? new Promise((resolve) => (answer = resolve))
        : makeToken('jonas', site.server.now()),
    )
    await until(() => answer !== undefined)
    site.user = 'jonas'
    session.signIn()
    answer?.(makeToken('mira', site.server.now()))
    await until(() => isReady(session))
    expect(session.identity.get()).toBe('custom jonas')
    expect(site.problems).toEqual([])
    expect(site.server.memberLog('mira').end).toBe(0)
  })

  test('if getToken returns another user’s token, the chat stays a visitor’s and the problem is reported', async () => {
    site.user = 'jonas'
    const session = await site.open()
    expect(session.identity.get()).toBe('visitor')
    expect(site.problems).toEqual([{ code: 'get_token_other_user' }])
  })

  test('null signs the previous member out without calling getToken', async () => {
    become('mira')
    let session = await site.open()
    become(null)
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('visitor')
    expect(site.asked).toHaveLength(1)
    // The token was discarded, so getToken is called again.
    become('mira')
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('custom mira')
    expect(site.asked).toHaveLength(2)
    become(null)
    session.signIn()
    expect(session.identity.get()).toBe('visitor')
    await until(() => isReady(session))
    expect(session.identity.get()).toBe('visitor')
  })

  test('null, on a page that was loaded before the member signed in, signs nobody out in other tabs', async () => {
    become('mira')
    const session = await site.open()
    const marks: unknown[] = []
    const { set } = site.savedLogin
    site.savedLogin.set = (login) => {
      marks.push(login)
      set(login)
    }
    site.user = null
    const old = await site.open()
    expect(old.identity.get()).toBe('visitor')
    await settle()
    // Other tabs follow `out`.
    expect(marks).not.toContain('out')
    site.user = 'mira'
    expect(session.identity.get()).toBe('custom mira')
    await site.reconnect(session)
    await say(session, 'still Mira')
    expect(said(site.server.memberLog('mira'))).toEqual(['still Mira'])
  })

  test('null deletes no token that another tab stored after the page was loaded', async () => {
    become(null)
    const old = await site.open()
    become('mira')
    const session = await site.open()
    const { length } = site.asked
    session.close()
    site.user = null
    await site.reconnect(old)
    site.user = 'mira'
    expect((await site.open()).identity.get()).toBe('custom mira')
    expect(site.asked).toHaveLength(length)
  })

  test('null deletes a stored token although localStorage was cleared', async () => {
    become('mira')
    let session = await site.open()
    site.savedLogin.set(undefined)
    become(null)
    session = await site.turnPage(session)
    await settle()
    // Without `user`, a page would use the stored token.
    site.user = undefined
    expect((await site.turnPage(session)).identity.get()).toBe('visitor')
    expect(site.asked).toHaveLength(2)
  })

  test('after getToken returned null for the user, a retry signs them in', async () => {
    site.user = 'mira'
    site.signedIn = null
    const session = await site.open()
    await say(session, 'as a visitor')
    site.signedIn = 'mira'
    session.retrySignIn()
    await until(() => session.identity.get() === 'custom mira' && isReady(session))
    expect(site.asked).toHaveLength(2)
    expect(texts(session)).toEqual([])
    await say(session, 'as Mira')
    expect(said(site.server.log)).toEqual(['as a visitor'])
    session.retrySignIn()
    await settle()
    expect(site.asked).toHaveLength(2)
  })

  test('a retry does not call getToken after a sign-out or a refused token', async () => {
    become('mira')
    let session = await site.open()
    session.logout()
    await until(() => isReady(session))
    session.retrySignIn()
    await settle()
    expect(site.asked).toHaveLength(1)
    site.server.refusals.push({ method: 'connect', code: 'token_expired' })
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('visitor')
    session.retrySignIn()
    await settle()
    expect(site.asked).toHaveLength(2)
  })

  test('a retry does not call getToken during a call or before the first one has returned', async () => {
    const answers: ((token: string | null) => void)[] = []
    site.user = 'mira'
    const session = site.start(() => new Promise((resolve) => answers.push(resolve)))
    await until(() => answers.length === 1)
    session.retrySignIn()
    answers[0]?.(null)
    await until(() => isReady(session))
    site.isIdle = false
    session.retrySignIn()
    await settle()
    expect(answers).toHaveLength(1)
    site.isIdle = true
    session.retrySignIn()
    await until(() => answers.length === 2)
    answers[1]?.(makeToken('mira', site.server.now()))
    await until(() => session.identity.get() === 'custom mira' && isReady(session))
  })

  test('a call that starts while a retry waits for getToken goes on, and the next retry signs in', async () => {
    site.user = 'mira'
    site.signedIn = null
    let answer: (() => void) | undefined
    const session = await site.open((request) =>
      site.signedIn === null
        ? site.getToken(request)
        : new Promise((resolve) => (answer = () => resolve(site.getToken(request)))),
    )
    site.signedIn = 'mira'
    session.retrySignIn()
    await until(() => answer !== undefined)
    site.isIdle = false
    answer?.()
    await settle()
    expect(session.identity.get()).toBe('visitor')
    expect(isReady(session)).toBe(true)
    expect(site.server.requests('connect')).toHaveLength(1)
    site.isIdle = true
    session.retrySignIn()
    await until(() => session.identity.get() === 'custom mira' && isReady(session))
    expect(site.asked).toHaveLength(2)
  })

  test('without a user, nothing is sent as the previous member once the page has another getToken', async () => {
    const session = await site.open()
    expect(session.isLive()).toBe(true)
    site.signedIn = 'jonas'
    session.signIn()
    expect(session.isLive()).toBe(false)
    session.send({ content: 'as Ada' })
    await until(() => session.isLive())
    expect(session.identity.get()).toBe('custom jonas')
    expect([said(site.server.memberLog('ada')), said(site.server.memberLog('jonas'))]).toEqual([[], []])
  })

  test('a retry does not call getToken where the page states no user', async () => {
    site.signedIn = null
    const session = await site.open()
    session.retrySignIn()
    await settle()
    expect(site.asked).toHaveLength(1)
  })
})
