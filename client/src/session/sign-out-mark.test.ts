import 'fake-indexeddb/auto'
import type { SessionMember } from '@parley/protocol/session'
import { widgetCommands } from '@parley/protocol/upstream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { isReady, useLoginSite } from '../testing/login-fixture.ts'
import { settle, until } from '../testing/test-platform.ts'
import { wrongRequests } from '../testing/wire-form.ts'

const site = useLoginSite((server) => wrongRequests(server, widgetCommands))
afterEach(() => vi.restoreAllMocks())

describe('a sign-out', () => {
  test('deletes the stored token although the token provider cannot be loaded', async () => {
    const first = await site.open()
    site.isChunkMissing = true
    const session = await site.turnPage(first, null)
    site.signedIn = null
    session.logout()
    await until(() => isReady(session) && site.savedLogin.get() === undefined)
    site.isChunkMissing = false
    expect((await site.turnPage(session)).identity.get()).toBe('visitor')
    expect(site.asked).toHaveLength(2)
  })

  test('stays recorded until the stored token is deleted, which is then not used', async () => {
    let session = await site.open()
    const blocked = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The browser aborted a write', 'AbortError')
    })
    site.signedIn = null
    session.logout()
    await until(() => isReady(session))
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('visitor')
    expect(site.savedLogin.get()).toBe('out')
    blocked.mockRestore()
    session = await site.turnPage(session)
    expect(session.identity.get()).toBe('visitor')
    expect(site.savedLogin.get()).toBe(undefined)
    expect(site.asked).toHaveLength(2)
  })

  test('on another page is not undone by a token that was requested before', async () => {
    let answer: (() => void) | undefined
    const session = site.start(
      (request) => new Promise((resolve) => (answer = () => resolve(site.getToken(request)))),
    )
    await until(() => answer !== undefined)
    site.savedLogin.set('out')
    answer?.()
    await until(() => isReady(session))
    expect(session.identity.get()).toBe('visitor')
    expect(site.savedLogin.get()).toBe('out')
  })
})

describe('a page with another user than before, or with none,', () => {
  const blockDeletions = () =>
    vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('The browser aborted a write', 'AbortError')
    })
  /** Mira signs out of the site; the next page cannot delete her token. */
  const failToDelete = async () => {
    Object.assign(site, { signedIn: 'mira', user: 'mira' })
    const first = await site.open()
    const blocked = blockDeletions()
    Object.assign(site, { signedIn: null, user: null })
    return { session: await site.turnPage(first), blocked }
  }

  test('keeps the former member’s token from pages without a user until it is deleted', async () => {
    const { session, blocked } = await failToDelete()
    site.user = undefined
    const next = await site.turnPage(session)
    expect(next.identity.get()).toBe('visitor')
    expect(site.savedLogin.get()).toBe('stale')
    blocked.mockRestore()
    const last = await site.turnPage(next)
    expect(last.identity.get()).toBe('visitor')
    expect(site.savedLogin.get()).toBe(undefined)
    expect(site.asked).toHaveLength(2)
  })

  test('deletes the token on the next connection if that failed', async () => {
    const { session, blocked } = await failToDelete()
    expect(site.savedLogin.get()).toBe('stale')
    blocked.mockRestore()
    await site.reconnect(session)
    expect(site.savedLogin.get()).toBe(undefined)
  })

  test('does not keep another tab from renewing its member’s token', async () => {
    Object.assign(site, { signedIn: 'mira', user: 'mira' })
    const session = await site.open()
    const { length } = site.asked
    site.savedLogin.set('stale')
    await site.pass(site.lifetime)
    expect(site.asked.length).toBeGreaterThan(length)
    expect(session.identity.get()).toBe('custom mira')
    expect(site.savedLogin.get()).not.toBe('stale')
  })

  test('does not keep the next member from signing in once the token is deleted', async () => {
    const { session, blocked } = await failToDelete()
    Object.assign(site, { signedIn: 'jonas', user: 'jonas' })
    blocked.mockRestore()
    const next = await site.turnPage(session)
    expect(next.identity.get()).toBe('custom jonas')
    expect(site.savedLogin.get()).toBe('custom jonas')
  })

  test('after a switch to another user on a page that is left at once, the former member’s token is not used', async () => {
    Object.assign(site, { signedIn: 'mira', user: 'mira' })
    const first = await site.open()
    first.close()
    Object.assign(site, { signedIn: 'jonas', user: 'jonas' })
    site.start().close()
    site.user = undefined
    expect((await site.open()).identity.get()).toBe('custom jonas')
  })
})

const grace = {
  name: 'Grace Hopper',
  email: null,
  avatar_url: null,
  auth_provider: 'github',
  expires_at: null,
  ignored_claims: [],
} as const satisfies SessionMember

describe('a social login in a chat that stays a visitor’s, when the response was lost', () => {
  const loseResponse = async () => {
    const session = await site.open()
    session.logout(true)
    await settle()
    site.server.answers.set('login.redeem', () => {
      site.server.social = grace
      site.server.close(1006)
      return {}
    })
    expect(await session.redeemLogin('code')).toMatchObject({ ok: false })
    return session
  }

  test('signs the member in with the next connection', async () => {
    const session = await loseResponse()
    await until(() => isReady(session))
    expect(session.member.get()?.name).toBe('Grace Hopper')
    expect((await site.turnPage(session, null)).member.get()?.name).toBe('Grace Hopper')
  })

  test('signs the member in on the next page', async () => {
    const session = await loseResponse()
    const next = await site.turnPage(session, null)
    expect(next.member.get()?.name).toBe('Grace Hopper')
  })

  test('and the service has not started the session, the chat stays a visitor’s', async () => {
    const session = await site.open()
    session.logout(true)
    await settle()
    site.server.refusals.push({ method: 'login.redeem', code: 'login_code_invalid' })
    expect(await session.redeemLogin('code')).toMatchObject({ ok: false })
    await until(() => isReady(session))
    expect(session.identity.get()).toBe('visitor')
    expect(site.savedLogin.get()).toBe('off')
  })

  test.each([true, false])(
    'a sign-out before the next connection holds (stays a visitor: %s)',
    async (stay) => {
      const session = await loseResponse()
      session.logout(stay)
      await until(() => isReady(session))
      expect(session.identity.get()).toBe('visitor')
      expect(site.server.social).toBeNull()
    },
  )
})
