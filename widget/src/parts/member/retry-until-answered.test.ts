import { isReady, useLoginSite, texts, say } from '@parley/client/testing/login-fixture'
import { until } from '@parley/client/testing/test-platform'
import type { WidgetSession } from '@parley/client/session/widget-session'
import type { SessionMember } from '@parley/protocol/session'
import { describe, expect, test } from 'vitest'
import { closeAccount, redeemLogin } from './retry-until-answered.ts'

const site = useLoginSite(() => [])

/** Waits until the session has opened this many sockets and is connected. */
const reconnected = (session: WidgetSession, sockets: number) =>
  until(() => site.server.opened === sockets && isReady(session))

const grace: SessionMember = {
  name: 'Grace Hopper',
  email: null,
  avatar_url: null,
  auth_provider: 'github',
  expires_at: null,
  ignored_claims: [],
}

describe('the code of a social login', () => {
  test('is redeemed once when it arrives while the connection is lost', async () => {
    const session = await site.open(null)
    site.server.close(1006)
    await until(() => !isReady(session))
    const redeeming = redeemLogin(session, 'code')
    await site.platform.advance(1_000)
    await until(() => isReady(session))
    await site.platform.advance(1_000)
    expect(await redeeming).toMatchObject({ ok: true })
    expect(session.member.get()?.name).toBe('Grace Hopper')
    expect(site.server.requests('login.redeem')).toHaveLength(1)
  })

  test('is not redeemed again when only the response was lost', async () => {
    const session = await site.open(null)
    site.server.answers.set('login.redeem', () => {
      site.server.social = grace
      site.server.close(1006)
      return {}
    })
    const redeeming = redeemLogin(session, 'code')
    await until(() => session.member.get() !== null)
    await site.platform.advance(1_000)
    expect(await redeeming).toMatchObject({ ok: true })
    expect(site.server.requests('login.redeem')).toHaveLength(1)
  })

  test('is redeemed again when the service was unavailable, but not when it is invalid', async () => {
    const session = await site.open(null)
    site.server.refusals.push({ method: 'login.redeem', code: 'unavailable' })
    const redeeming = redeemLogin(session, 'code')
    await reconnected(session, 2)
    await site.platform.advance(1_000)
    expect(await redeeming).toMatchObject({ ok: true })
    site.server.refusals.push({ method: 'login.redeem', code: 'login_code_invalid' })
    expect(await redeemLogin(session, 'other')).toMatchObject({ ok: false, code: 'login_code_invalid' })
    expect(site.server.requests('login.redeem')).toHaveLength(3)
    await until(() => isReady(session))
  })

  test('is given up when it has expired or the sign-in is cancelled', async () => {
    const session = await site.open(null)
    site.server.reachable = false
    site.server.close(1006)
    await until(() => !isReady(session))
    let isWanted = true
    const expiring = redeemLogin(session, 'code')
    const cancelled = redeemLogin(session, 'code', () => isWanted)
    isWanted = false
    await site.platform.advance(1_000)
    expect(await cancelled).toMatchObject({ ok: false })
    await site.platform.advance(120_000)
    expect(await expiring).toMatchObject({ ok: false })
    site.server.reachable = true
    await site.platform.advance(30_000)
    await until(() => isReady(session))
    expect(site.server.requests('login.redeem')).toHaveLength(0)
  })
})

describe('[M14] closing the account', () => {
  test('succeeds when only the response was lost', async () => {
    const session = await site.open()
    site.server.answers.set('account.close', () => {
      site.server.refusals.push({ method: 'connect', code: 'account_closed' })
      site.server.close(1006)
      return {}
    })
    const closing = closeAccount(session, () => true)
    await until(() => session.identity.get() === 'visitor' && isReady(session))
    await site.platform.advance(1_000)
    expect(await closing).toMatchObject({ ok: true })
    expect(site.server.requests('account.close')).toHaveLength(1)
  })

  test('is repeated while the member is signed in, until the dialog is left', async () => {
    const session = await site.open()
    await say(session, 'hello')
    site.server.refusals.push({ method: 'account.close', code: 'unavailable' })
    let isOpen = true
    const left = closeAccount(session, () => isOpen)
    await reconnected(session, 2)
    isOpen = false
    await site.platform.advance(1_000)
    expect(await left).toMatchObject({ ok: false })
    expect(session.identity.get()).toBe('custom ada')

    site.server.refusals.push({ method: 'account.close', code: 'unavailable' })
    const closing = closeAccount(session, () => true)
    await reconnected(session, 3)
    await site.platform.advance(1_000)
    expect(await closing).toMatchObject({ ok: true })
    expect(session.identity.get()).toBe('visitor')
    await until(() => isReady(session))
    expect(texts(session)).toEqual([])
  })
})
