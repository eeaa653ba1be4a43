import 'fake-indexeddb/auto'
import { createHash } from 'node:crypto'
import { widgetCommands } from '@parley/protocol/upstream'
import { describe, expect, test } from 'vitest'
import { isReady, said, say, texts, useLoginSite, type LoginSite } from '../testing/login-fixture.ts'
import { makeToken } from '../testing/socket-tokens.ts'
import type { WidgetSession } from './widget-session.ts'
import { settle, until } from '../testing/test-platform.ts'
import { wrongRequests } from '../testing/wire-form.ts'

const site = useLoginSite((server) => wrongRequests(server, widgetCommands))

const decode = (part = '') => JSON.parse(Buffer.from(part, 'base64url').toString())

describe('a page with a signed-in member', () => {
  test('[M1] provides a token for this key, and the proof contains its hash', async () => {
    const session = await site.open()
    const [{ params } = { params: null }] = site.server.requests('connect')
    const [header, payload] = params?.proof?.split('.') ?? []
    const ath = createHash('sha256')
      .update(params?.token ?? '')
      .digest('base64url')
    expect(decode(payload).ath).toBe(ath)
    const { crv, kty, x, y } = decode(header).jwk
    const jkt = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
    expect(site.asked).toEqual([jkt])
    expect(session.identity.get()).toBe('custom ada')
    expect(session.member.get()?.name).toBe('ada')
  })

  test('is asked once: later pages use the cached token until it expires', async () => {
    let session = await site.turnPage(await site.turnPage(await site.open()))
    expect(site.asked).toHaveLength(1)
    session.close()
    await settle()
    await site.platform.advance(3_600_000)
    session = await site.turnPage(session)
    expect(site.asked).toHaveLength(2)
    expect(session.identity.get()).toBe('custom ada')
  })

  test('works with a browser clock that is a day off', async () => {
    site.server.now = () => site.platform.now() - 86_400_000
    await site.turnPage(await site.open())
    expect(site.asked).toHaveLength(1)
  })

  test('member and visitor do not see each other’s messages', async () => {
    site.signedIn = null
    let session = await site.open()
    await say(session, 'as a visitor')
    site.signedIn = 'ada'
    session = await site.turnPage(session)
    expect(texts(session)).toEqual([])
    await say(session, 'as Ada')
    site.signedIn = null
    session.logout()
    expect(texts(session)).not.toContain('as Ada')
    await until(() => isReady(session) && texts(session).length === 1)
    expect(texts(session)).toEqual(['as a visitor'])
    expect([said(site.server.log), said(site.server.memberLog('ada'))]).toEqual([
      ['as a visitor'],
      ['as Ada'],
    ])
  })
})

test('a lock that another page does not release delays the sign-in by 15 s', async () => {
  const { platform } = site
  const { exclusively } = platform
  let waits = false
  platform.exclusively = (name, run, maxMs = Infinity) => {
    if (!name.startsWith('parley-token')) return exclusively(name, run)
    waits = true
    return new Promise((resolve) => platform.after(maxMs, () => resolve(run())))
  }
  const session = site.start()
  await until(() => waits)
  await platform.advance(15_000)
  await until(() => isReady(session))
  expect(session.identity.get()).toBe('custom ada')
})

describe('a page whose getToken misbehaves', () => {
  const failure = new Error('no cookie')
  const longToken = makeToken('ada', Date.parse('2026-01-31T10:00:00Z'), { name: 'x'.repeat(32_768) })
  test.each<[string, (request: { jkt: string }) => unknown, LoginSite['problems']]>([
    ['returns null', () => null, []],
    ['returns undefined', () => undefined, [{ code: 'get_token_invalid' }]],
    ['returns an invalid token', () => 'not.a.token', [{ code: 'get_token_invalid' }]],
    ['returns a long token', () => longToken, [{ code: 'token_too_long' }]],
    ['throws', () => Promise.reject(failure), [{ code: 'get_token_failed', error: failure }]],
  ])('%s: the visitor stays one, and the chat works', async (_, getToken, told) => {
    const session = await site.open(getToken)
    await say(session, 'hello')
    expect(said(site.server.log)).toEqual(['hello'])
    expect(site.problems).toEqual(told)
    expect(site.server.requests('connect').map(({ params }) => params?.token)).toEqual([undefined])
  })

  test('never resolves: the chat works after ten seconds', async () => {
    let called = false
    const session = site.start(() => {
      called = true
      return new Promise(() => {})
    })
    await until(() => called)
    expect(isReady(session)).toBe(false)
    await site.platform.advance(10_000)
    await until(() => isReady(session))
    await say(session, 'hello')
    expect(said(site.server.log)).toEqual(['hello'])
    expect(site.problems).toEqual([{ code: 'get_token_timeout' }])
  })

  test('a message written before the identity is known belongs to that identity', async () => {
    let answer: ((token: string) => void) | undefined
    const session = site.start(() => new Promise((resolve) => (answer = resolve)))
    session.send({ content: 'am I early?' })
    await until(() => answer !== undefined)
    answer?.(makeToken('ada', site.server.now()))
    await until(() => texts(session).includes('am I early?'))
    expect(said(site.server.memberLog('ada'))).toEqual(['am I early?'])
    expect(said(site.server.log)).toEqual([])
  })
})

describe('a token provider that cannot be downloaded', () => {
  const failedAttempts = (session: WidgetSession) => {
    const state = session.state.get()
    return state.name === 'waiting' ? state.attempts : 0
  }

  test('once: the member is signed in by the next attempt, and nothing is sent as the visitor', async () => {
    site.isChunkMissing = true
    const session = site.start()
    session.send({ content: 'where is my order?' })
    await until(() => failedAttempts(session) === 1 || isReady(session))
    site.isChunkMissing = false
    await site.platform.advance(1_000)
    await until(() => texts(session).length === 1)
    expect(session.identity.get()).toBe('custom ada')
    expect(said(site.server.memberLog('ada'))).toEqual(['where is my order?'])
    expect(said(site.server.log)).toEqual([])
  })

  test('at all: the chat opens as the visitor after the third attempt', async () => {
    site.isChunkMissing = true
    const session = site.start()
    for (const attempt of [1, 2]) {
      await until(() => failedAttempts(session) === attempt)
      await site.platform.advance(500)
    }
    await until(() => isReady(session))
    expect(session.identity.get()).toBe('visitor')
    expect(site.server.opened).toBe(3)
  })
})

describe('a token that the server refuses', () => {
  test('messages written meanwhile belong to the visitor', async () => {
    site.server.refusals.push({ method: 'connect', code: 'key_mismatch' })
    const session = site.start()
    session.send({ content: 'who am I?' })
    await until(() => texts(session).includes('who am I?'))
    expect(session.identity.get()).toBe('visitor')
    expect(said(site.server.log)).toEqual(['who am I?'])
  })

  test('new: is reported once, and the visitor connects on the same socket', async () => {
    site.server.refusals.push({ method: 'connect', code: 'bad_signature' })
    const session = await site.open()
    expect(session.identity.get()).toBe('visitor')
    expect(site.problems).toMatchObject([{ code: 'bad_signature', title: 'bad_signature' }])
    expect(site.server.opened).toBe(1)
    await site.reconnect(session)
    expect(site.asked).toHaveLength(1)
  })

  test.each([
    ['bad_signature'],
    // A mini app that was switched off: the page may have a token of its own.
    ['mini_app_off'],
  ] as const)('cached: getToken is called again, and nothing is reported (%s)', async (code) => {
    const session = await site.open()
    await site.platform.advance(1_000)
    site.server.refusals.push({ method: 'connect', code })
    expect((await site.turnPage(session)).identity.get()).toBe('custom ada')
    expect(site.asked).toHaveLength(2)
    expect(site.problems).toEqual([])
  })

  test('cached, and getToken fails: it is not used again', async () => {
    let fails = false
    const getToken = (request: { jkt: string }) => (fails ? undefined : site.getToken(request))
    let session = await site.open(getToken)
    fails = true
    await site.platform.advance(1_000)
    site.server.refusals.push({ method: 'connect', code: 'bad_signature' })
    session = await site.turnPage(session, getToken)
    expect(session.identity.get()).toBe('visitor')
    await site.reconnect(session)
    const tokens = site.server.requests('connect').map(({ params }) => params?.token !== undefined)
    expect(tokens).toEqual([true, true, false, false])
  })

  test('never causes a loop', async () => {
    const session = await site.open()
    await site.platform.advance(1_000)
    site.server.refusals.push(
      { method: 'connect', code: 'key_mismatch' },
      { method: 'connect', code: 'key_mismatch' },
    )
    expect((await site.turnPage(session)).identity.get()).toBe('visitor')
    expect(site.asked).toHaveLength(2)
    expect(site.problems).toMatchObject([{ code: 'key_mismatch' }])
  })
})
