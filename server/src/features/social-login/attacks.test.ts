import { randomBytes } from 'node:crypto'
import type { LoginStarted } from '@parley/protocol/session'
import { describe, expect, test } from 'vitest'
import { callbackUrl, expectFailureNotPosted, useAttackScene } from '../../testing/attack-scene.ts'
import { shopOrigin } from '../../testing/social-scene.ts'
import { handoverOf } from '../../testing/test-browser.ts'
import { baseUrl } from '../../testing/test-service.ts'

/**
 * The attacker has a browser, a widget with their own key, pages on any origin, and links that a victim may click. None of it
 * may sign an identity in anywhere its owner did not (RFC 9700).
 */
const on = useAttackScene()

const expectNoCustomers = async () => expect(await on.scene.customers()).toEqual([])

describe('state', () => {
  test('forged or missing: nobody is signed in', async () => {
    for (const query of [
      { code: 'x', state: randomBytes(32).toString('base64url') },
      { code: 'x', state: '' },
      { code: 'x' },
      { code: 'x', state: '\u0000' },
      { error: 'access_denied' },
    ]) {
      expectFailureNotPosted(
        await on.victimsBrowser.open(callbackUrl('google', query)),
        'login_state_invalid',
        400,
      )
    }
    await expectNoCustomers()
  })

  test('works once: the same callback again is rejected', async () => {
    const answer = await on.scene.answerOf(on.victim, 'github', on.victimsBrowser)
    expect(handoverOf(await on.victimsBrowser.open(answer.href)).message).toHaveProperty('code')
    expectFailureNotPosted(await on.victimsBrowser.open(answer.href), 'login_state_invalid', 400)
  })

  test('presented by another browser is consumed, and reveals nothing', async () => {
    const answer = await on.scene.answerOf(on.victim, 'github', on.victimsBrowser)
    expectFailureNotPosted(await on.attackersBrowser.open(answer.href), 'login_browser_mismatch', 403)
    expectFailureNotPosted(await on.victimsBrowser.open(answer.href), 'login_state_invalid', 400)
  })
})

describe('another browser', () => {
  test('with another cookie or none: the attacker’s callback does not sign the victim in as the attacker', async () => {
    for (const browser of [on.victimsBrowser, on.scene.browser()]) {
      const answer = await on.scene.answerOf(on.attacker, 'google', on.attackersBrowser)
      expectFailureNotPosted(await browser.open(answer.href), 'login_browser_mismatch', 403)
    }
    await expectNoCustomers()
  })

  test('Apple’s POST alone does nothing: its parameters are only used by the browser that started', async () => {
    const answer = await on.scene.answerOf(on.attacker, 'apple', on.attackersBrowser)
    const form = new URLSearchParams(answer.search)
    const post = await fetch(`${on.scene.service.address}${answer.pathname}`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    expect(post.status).toBe(303)
    const back = post.headers.get('location') ?? ''
    expect(back).toBe(callbackUrl('apple', { state: form.get('state') ?? '' }))
    expectFailureNotPosted(await on.victimsBrowser.open(back), 'login_browser_mismatch', 403)
    await expectNoCustomers()
  })

  test('Apple’s parameters are accepted only as a form', async () => {
    const answer = await on.scene.answerOf(on.victim, 'apple', on.victimsBrowser)
    const values = Object.fromEntries(answer.searchParams)
    const post = (body: string, type: string) =>
      fetch(`${on.scene.service.address}${answer.pathname}`, {
        method: 'POST',
        body,
        headers: { 'content-type': type },
        redirect: 'manual',
      })
    for (const type of ['application/json', 'application/json; charset=utf-8', 'text/plain'])
      expect([type, (await post(JSON.stringify(values), type)).status]).toEqual([type, 415])
    const form = new URLSearchParams(values).toString()
    expect((await post(form, 'application/x-www-form-urlencoded')).status).toBe(303)
  })

  test('a second POST for the same sign-in does not replace the first', async () => {
    const answer = await on.scene.answerOf(on.victim, 'apple', on.victimsBrowser)
    const post = async (form: URLSearchParams) =>
      fetch(`${on.scene.service.address}${answer.pathname}`, {
        method: 'POST',
        body: form,
        redirect: 'manual',
      })
    expect((await post(new URLSearchParams(answer.search))).status).toBe(303)
    const forged = new URLSearchParams({
      state: answer.searchParams.get('state') ?? '',
      code: 'of the attacker',
    })
    expect((await post(forged)).status).toBe(400)
    expect((await post(new URLSearchParams({ state: 'unknown' }))).status).toBe(400)
    expect(
      (
        await fetch(`${on.scene.service.address}/v1/public/oauth/google/callback`, {
          method: 'POST',
          body: forged,
        })
      ).status,
    ).toBe(400)
  })
})

describe('a start link sent to a victim', () => {
  test('[M17] works in one browser only', async () => {
    const link = await on.scene.begin(on.attacker, 'google')
    await on.victimsBrowser.open(link, { until: (url) => url.origin !== baseUrl })
    expectFailureNotPosted(await on.attackersBrowser.open(link), 'login_state_invalid', 400)
  })

  test('[M18] never signs the victim in at the attacker’s widget: the code goes to the shop’s page and is bound to the key', async () => {
    // The victim follows the link and approves the consent page.
    const last = await on.victimsBrowser.open(await on.scene.begin(on.attacker, 'google'))
    const { message, origin, back } = handoverOf(last)
    // Only a page of the shop can receive the code; without an opener the link leads the victim's browser there.
    expect([origin, new URL(back ?? '').origin]).toEqual([shopOrigin, shopOrigin])
    // The victim's widget redeems it with a different key.
    const refusal = await on.victim.socket.refused('login.redeem', { code: message['code'] })
    expect(refusal.code).toBe('login_code_invalid')
    // That attempt has consumed the code for the attacker too.
    expect((await on.attacker.socket.refused('login.redeem', { code: message['code'] })).code).toBe(
      'login_code_invalid',
    )
    await expectNoCustomers()
  })

  test('[M18] does not lead to a path that a redirect of the shop could turn into another site', async () => {
    for (const path of [
      '//evil.test/',
      '/.//evil.test',
      '/\\evil.test',
      '/%2fevil.test',
      '/%5Cevil.test',
      '/%252f%252fevil.test',
      '/%255cevil.test',
      '/%09/evil/',
      '/%0d%0aLocation:%20evil',
      '/%c0%afevil',
      '/out/https://evil.test',
      '/out/HTTPS%3A%2F%2Fevil.test',
      '/out/https:evil',
      '/out/evil.test',
      '/out/evil.test/index.html',
      '/@evil.test',
      '/.evil.test',
      '/%2eevil',
      '/out/evil%E3%80%82test',
      '/out/evil%EF%BC%8Etest',
      '/out/evil%EF%BD%A1test',
      '/%EF%BC%8Fevil',
      '/%E0%80%AFevil',
      '/out/%E2%84%80',
    ]) {
      const { url } = await on.attacker.socket.request<LoginStarted>('login.start', { social: 'google' })
      const visit = await on.victimsBrowser.open(`${url}&page=${encodeURIComponent(shopOrigin + path)}`)
      const { back } = handoverOf(visit)
      expect([path, back?.split('#')[0]]).toEqual([path, `${shopOrigin}/`])
    }
  })

  test('[M20] leaves no record of a victim who does not redeem', async () => {
    await on.victimsBrowser.open(await on.scene.begin(on.attacker, 'x'))
    await expectNoCustomers()
  })
})

test('a HEAD request, as link scanners send it, consumes neither a start link nor a callback', async () => {
  const head = async (url: URL) =>
    fetch(`${on.scene.service.address}${url.pathname}${url.search}`, { method: 'HEAD', redirect: 'manual' })
  const start = await on.scene.begin(on.victim, 'github')
  expect((await head(new URL(start))).status).toBeGreaterThanOrEqual(404)
  const visit = await on.victimsBrowser.open(start, {
    until: (url) => url.pathname.endsWith('/callback'),
  })
  expect((await head(new URL(visit.url))).status).toBeGreaterThanOrEqual(404)
  expect(handoverOf(await on.victimsBrowser.open(visit.url)).message).toHaveProperty('code')
})

describe('another service', () => {
  test('the callback of one service is not exchanged at another', async () => {
    const answer = await on.scene.answerOf(on.victim, 'github', on.victimsBrowser)
    const elsewhere = answer.href.replace('/github/', '/google/')
    const { message } = handoverOf(await on.victimsBrowser.open(elsewhere))
    expect(message).toEqual({ type: 'parley.login', error: 'login_state_invalid' })
    expectFailureNotPosted(await on.victimsBrowser.open(answer.href), 'login_state_invalid', 400)
  })

  test('a different issuer is rejected (RFC 9207)', async () => {
    const answer = await on.scene.answerOf(on.victim, 'github', on.victimsBrowser)
    answer.searchParams.set('iss', on.scene.services.google.endpoints.issuer)
    expect(handoverOf(await on.victimsBrowser.open(answer.href)).message).toEqual({
      type: 'parley.login',
      error: 'login_failed',
    })
  })
})

describe('code injection', () => {
  test.each(['google', 'facebook', 'apple', 'github', 'x'] as const)(
    '%s: a code issued to another browser is rejected, even with a valid state',
    async (social) => {
      const stolen = await on.scene.answerOf(on.victim, social, on.victimsBrowser)
      const own = await on.scene.answerOf(on.attacker, social, on.attackersBrowser)
      const injected = new URLSearchParams(own.search)
      injected.set('code', stolen.searchParams.get('code') ?? '')
      // Apple answers by POST; the redirect that follows carries the cookie.
      const first =
        social === 'apple'
          ? (
              await fetch(`${on.scene.service.address}${own.pathname}`, {
                method: 'POST',
                body: injected,
                redirect: 'manual',
              })
            ).headers.get('location')
          : `${own.origin}${own.pathname}?${injected.toString()}`
      expect(handoverOf(await on.attackersBrowser.open(first ?? '')).message).toEqual({
        type: 'parley.login',
        error: 'login_failed',
      })
      await expectNoCustomers()
    },
  )
})
