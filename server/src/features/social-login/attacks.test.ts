import { randomBytes } from 'node:crypto'
import type { LoginStarted } from '@parley/protocol/session'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSocialScene, shopOrigin, type SocialScene } from '../../testing/social-scene.ts'
import { handoverOf, newTestBrowser, type TestBrowser, type Visit } from '../../testing/test-browser.ts'
import { baseUrl, type TestVisitor } from '../../testing/test-service.ts'

/**
 * Whoever attacks has a browser, a widget with a key of their own, pages on any origin, and what a victim can be made
 * to click. None of it may put somebody's identity where they did not put it themselves (RFC 9700).
 */

let scene: SocialScene
let attacker: TestVisitor
let victim: TestVisitor
let attackersBrowser: TestBrowser
let victimsBrowser: TestBrowser

beforeAll(async () => {
  scene = await openSocialScene()
  attacker = await scene.visitor()
  victim = await scene.visitor()
  attackersBrowser = scene.browser()
  victimsBrowser = scene.browser()
})
afterAll(async () => {
  await Promise.all([attacker.socket.leave(), victim.socket.leave()])
  await scene.close()
})

const callback = (social: string, query: Record<string, string>) =>
  `${baseUrl}/v1/public/oauth/${social}/callback?${String(new URLSearchParams(query))}`

/** A popup that ends with this code, and tells it to nobody. */
function expectNobodyTold(visit: Visit, code: string, status: number): void {
  expect(visit.status, visit.html).toBe(status)
  const { message, origin, back } = handoverOf(visit)
  expect({ message, origin, back }).toEqual({
    message: { type: 'parley.login', error: code },
    origin: null,
    back: null,
  })
}

const expectNobodyMade = async () => expect(await scene.customers()).toEqual([])

describe('state', () => {
  test('forged, missing or twice: nobody is signed in', async () => {
    for (const query of [
      { code: 'x', state: randomBytes(32).toString('base64url') },
      { code: 'x', state: '' },
      { code: 'x' },
      { code: 'x', state: '\u0000' },
      { error: 'access_denied' },
    ]) {
      expectNobodyTold(await victimsBrowser.open(callback('google', query)), 'login_state_invalid', 400)
    }
    await expectNobodyMade()
  })

  test('works once: the same answer again ends nowhere', async () => {
    const answer = await scene.answerOf(victim, 'github', victimsBrowser)
    expect(handoverOf(await victimsBrowser.open(answer.href)).message).toHaveProperty('code')
    expectNobodyTold(await victimsBrowser.open(answer.href), 'login_state_invalid', 400)
  })

  test('that somebody else names is used up, and they learn nothing', async () => {
    const answer = await scene.answerOf(victim, 'github', victimsBrowser)
    expectNobodyTold(await attackersBrowser.open(answer.href), 'login_browser_mismatch', 403)
    expectNobodyTold(await victimsBrowser.open(answer.href), 'login_state_invalid', 400)
  })
})

describe('another browser', () => {
  test('cookie of another browser, or none: the attacker’s answer does not sign the victim in as the attacker', async () => {
    for (const browser of [victimsBrowser, scene.browser()]) {
      const answer = await scene.answerOf(attacker, 'google', attackersBrowser)
      expectNobodyTold(await browser.open(answer.href), 'login_browser_mismatch', 403)
    }
    await expectNobodyMade()
  })

  test('Apple’s POST alone does nothing: its answer waits for the browser that began', async () => {
    const answer = await scene.answerOf(attacker, 'apple', attackersBrowser)
    const form = new URLSearchParams(answer.search)
    const post = await fetch(`${scene.service.address}${answer.pathname}`, {
      method: 'POST',
      body: form,
      redirect: 'manual',
    })
    expect(post.status).toBe(303)
    const back = post.headers.get('location') ?? ''
    expect(back).toBe(callback('apple', { state: form.get('state') ?? '' }))
    expectNobodyTold(await victimsBrowser.open(back), 'login_browser_mismatch', 403)
    await expectNobodyMade()
  })

  test('a second POST for the same sign-in does not take the place of the first', async () => {
    const answer = await scene.answerOf(victim, 'apple', victimsBrowser)
    const post = async (form: URLSearchParams) =>
      fetch(`${scene.service.address}${answer.pathname}`, { method: 'POST', body: form, redirect: 'manual' })
    expect((await post(new URLSearchParams(answer.search))).status).toBe(303)
    const forged = new URLSearchParams({
      state: answer.searchParams.get('state') ?? '',
      code: 'of the attacker',
    })
    expect((await post(forged)).status).toBe(400)
    expect((await post(new URLSearchParams({ state: 'unknown' }))).status).toBe(400)
    expect(
      (
        await fetch(`${scene.service.address}/v1/public/oauth/google/callback`, {
          method: 'POST',
          body: forged,
        })
      ).status,
    ).toBe(400)
  })
})

describe('a start link sent to a victim', () => {
  test('opens for one browser only', async () => {
    const link = await scene.begin(attacker, 'google')
    await victimsBrowser.open(link, { until: (url) => url.origin !== baseUrl })
    expectNobodyTold(await attackersBrowser.open(link), 'login_state_invalid', 400)
  })

  test('never lands the victim in the attacker’s widget: the code goes to the shop’s page, and is good for no other key', async () => {
    // The victim follows the link and approves, as far as a person can be talked into it.
    const last = await victimsBrowser.open(await scene.begin(attacker, 'google'))
    const { message, origin, back } = handoverOf(last)
    // Only a page of the shop can receive it; without an opener it leads the victim's own browser there.
    expect([origin, new URL(back ?? '').origin]).toEqual([shopOrigin, shopOrigin])
    // The victim's own widget finds it, and its key is another one.
    const refusal = await victim.socket.refused('login.redeem', { code: message['code'] })
    expect(refusal.code).toBe('login_code_invalid')
    // And that has used it up for the attacker too.
    expect((await attacker.socket.refused('login.redeem', { code: message['code'] })).code).toBe(
      'login_code_invalid',
    )
    await expectNobodyMade()
  })

  test('leaves no record of a victim who does not redeem', async () => {
    await victimsBrowser.open(await scene.begin(attacker, 'x'))
    await expectNobodyMade()
  })
})

describe('another service', () => {
  test('callback of another provider: the answer of one is not exchanged at the other', async () => {
    const answer = await scene.answerOf(victim, 'github', victimsBrowser)
    const elsewhere = answer.href.replace('/github/', '/google/')
    const { message } = handoverOf(await victimsBrowser.open(elsewhere))
    expect(message).toEqual({ type: 'parley.login', error: 'login_state_invalid' })
    expectNobodyTold(await victimsBrowser.open(answer.href), 'login_state_invalid', 400)
  })

  test('an issuer that is not the one that was asked (RFC 9207)', async () => {
    const answer = await scene.answerOf(victim, 'github', victimsBrowser)
    answer.searchParams.set('iss', scene.services.google.endpoints.issuer)
    expect(handoverOf(await victimsBrowser.open(answer.href)).message).toEqual({
      type: 'parley.login',
      error: 'login_failed',
    })
  })
})

describe('code injection', () => {
  test.each(['google', 'facebook', 'apple', 'github', 'x'] as const)(
    '%s: a code that was given to another browser is refused, though the state is right',
    async (social) => {
      const stolen = await scene.answerOf(victim, social, victimsBrowser)
      const own = await scene.answerOf(attacker, social, attackersBrowser)
      const injected = new URLSearchParams(own.search)
      injected.set('code', stolen.searchParams.get('code') ?? '')
      // Apple's answers come by POST; the bounce brings the cookie.
      const first =
        social === 'apple'
          ? (
              await fetch(`${scene.service.address}${own.pathname}`, {
                method: 'POST',
                body: injected,
                redirect: 'manual',
              })
            ).headers.get('location')
          : `${own.origin}${own.pathname}?${injected.toString()}`
      expect(handoverOf(await attackersBrowser.open(first ?? '')).message).toEqual({
        type: 'parley.login',
        error: 'login_failed',
      })
      await expectNobodyMade()
    },
  )
})

describe('the page', () => {
  test('opener of a foreign origin: a widget on a page that is not the shop’s gets no start', async () => {
    await expect(scene.visitor(scene.shop, { socket: { origin: 'https://evil.test' } })).rejects.toThrow(
      'origin_not_allowed',
    )
  })

  test('a page that says it is another one is refused, and nothing is posted to it', async () => {
    for (const page of [
      'https://evil.test/',
      'https://shop.test.evil.test/',
      'javascript:alert(1)',
      '//evil.test',
      'x',
    ]) {
      const { url } = await attacker.socket.request<LoginStarted>('login.start', { social: 'google' })
      const visit = await victimsBrowser.open(`${url}&page=${encodeURIComponent(page)}`)
      expectNobodyTold(visit, 'origin_not_allowed', 403)
    }
  })

  test('open redirect: nothing in an address leads the popup anywhere but to the service and back', async () => {
    const evil = 'https://evil.test'
    const more = `&redirect_uri=${evil}&return_to=${evil}&next=${evil}&url=${evil}`
    const { url } = await victim.socket.request<LoginStarted>('login.start', { social: 'github' })
    expect((await victimsBrowser.open(url + more)).status).toBe(400)
    const answer = await scene.answerOf(victim, 'github', victimsBrowser)
    const visit = await victimsBrowser.open(answer.href + more)
    expect(victimsBrowser.visited.filter((address) => address.startsWith(evil))).toEqual([])
    expect(visit.html).not.toContain('evil.test')
  })

  test('the way back carries no query of the page, and only the page’s own origin', async () => {
    const { url } = await victim.socket.request<LoginStarted>('login.start', { social: 'github' })
    const page = `${shopOrigin}/orders?token=private#part`
    const visit = await victimsBrowser.open(`${url}&page=${encodeURIComponent(page)}`)
    expect(handoverOf(visit).back).toMatch(/^https:\/\/shop\.test\/orders#parley-login=[\w-]{43}$/)
  })

  test('a list that became shorter on the way counts', async () => {
    const shop = await scene.foundShop('Shrinking')
    const visitor = await scene.visitor(shop)
    const browser = scene.browser()
    const answer = await scene.answerOf(visitor, 'x', browser)
    await scene.service.call('PATCH', `/v1/organizations/${shop.id}/providers/${shop.providerId}`, {
      cookie: shop.cookie,
      body: { allowed_origins: ['https://other.test'] },
    })
    expectNobodyTold(await browser.open(answer.href), 'origin_not_allowed', 403)
  })

  test('where any page may embed the widget, the person is asked before that page learns who they are', async () => {
    const open = await scene.foundShop('Open')
    await scene.service.call('PATCH', `/v1/organizations/${open.id}/providers/${open.providerId}`, {
      cookie: open.cookie,
      body: { allowed_origins: [] },
    })
    const visitor = await scene.visitor(open, { socket: { origin: 'https://imitation.test' } })
    const { url } = await visitor.socket.request<LoginStarted>('login.start', { social: 'x' })
    const visit = await victimsBrowser.open(url)
    expect(handoverOf(visit)).toMatchObject({ ask: true, origin: 'https://imitation.test' })
    expect(visit.html).toContain('Auf imitation.test als Hedy Lamarr chatten?')
    const here = await scene.visitor(open, { socket: { origin: 'http://localhost:3000' } })
    const local = await here.socket.request<LoginStarted>('login.start', { social: 'x' })
    expect(handoverOf(await victimsBrowser.open(local.url))).toMatchObject({ ask: false })
    await Promise.all([visitor.socket.leave(), here.socket.leave()])
  })
})

describe('time', () => {
  test('an expired transaction ends without a member', async () => {
    const link = await scene.begin(victim, 'x')
    const answer = await scene.answerOf(attacker, 'x', attackersBrowser)
    scene.advance(601_000)
    expectNobodyTold(await victimsBrowser.open(link), 'login_expired', 410)
    expect(handoverOf(await attackersBrowser.open(answer.href)).message).toEqual({
      type: 'parley.login',
      error: 'login_expired',
    })
  })

  test('a code is good for two minutes', async () => {
    const { message } = handoverOf(await scene.through(victim, 'x', victimsBrowser))
    scene.advance(121_000)
    expect((await victim.socket.refused('login.redeem', { code: message['code'] })).code).toBe(
      'login_code_invalid',
    )
  })
})

describe('the code', () => {
  test('with another key, at another widget, or twice is worth nothing', async () => {
    const { id, cookie } = scene.shop
    const second = await scene.service.call('POST', `/v1/organizations/${id}/providers`, {
      cookie,
      body: { name: 'Second' },
    })
    const { id: providerId } = second.body as { id: string }
    const sameKeyElsewhere = await scene.visitor({ ...scene.shop, providerId }, { key: victim.key })
    const codeFor = async () => handoverOf(await scene.through(victim, 'x', victimsBrowser)).message['code']
    for (const socket of [attacker.socket, sameKeyElsewhere.socket]) {
      expect((await socket.refused('login.redeem', { code: await codeFor() })).code).toBe(
        'login_code_invalid',
      )
    }
    expect(
      (await victim.socket.refused('login.redeem', { code: randomBytes(32).toString('base64url') })).code,
    ).toBe('login_code_invalid')
    const code = await codeFor()
    expect(await victim.socket.request('login.redeem', { code })).toMatchObject({
      member: { auth_provider: 'x' },
    })
    expect((await victim.socket.refused('login.redeem', { code })).code).toBe('login_code_invalid')
    await victim.socket.request('session.logout')
    expect((await victim.socket.refused('login.redeem', { code })).code).toBe('login_code_invalid')
    await sameKeyElsewhere.socket.leave()
  })
})

describe('tenants', () => {
  test('mix-up: one organization’s own keys and members never serve another’s widget', async () => {
    const other = await scene.foundShop('Keys')
    await scene.change(other, { key_source: 'own', logins: scene.services.own })
    const there = await scene.visitor(other)
    const browser = scene.browser()
    const begun = await browser.open(await scene.begin(there, 'github'), {
      until: (url) => url.origin !== baseUrl,
    })
    expect(new URL(begun.url).searchParams.get('client_id')).toBe('github-own')
    const here = await browser.open(await scene.begin(victim, 'github'), {
      until: (url) => url.origin !== baseUrl,
    })
    expect(new URL(here.url).searchParams.get('client_id')).toBe('github-service')

    const signedIn = await scene.signIn('github', there, browser)
    const { rows } = await scene.database.query(
      'select organization_id, provider_id from customer where id = $1',
      [signedIn.customer_id],
    )
    expect(rows).toEqual([{ organization_id: other.id, provider_id: other.providerId }])
    // The same browser and key at the first shop: nobody is signed in there.
    const elsewhere = await scene.visitor(scene.shop, { key: there.key })
    expect(elsewhere.connected.member).toBeNull()
    await Promise.all([there.socket.leave(), elsewhere.socket.leave()])
  })

  test('a login that was switched off on the way ends without a member', async () => {
    const shop = await scene.foundShop('Off')
    const visitor = await scene.visitor(shop)
    const browser = scene.browser()
    const answer = await scene.answerOf(visitor, 'x', browser)
    const link = await scene.begin(visitor, 'x')
    await scene.change(shop, { logins: [{ social: 'x', enabled: false }] })
    expect(handoverOf(await browser.open(answer.href)).message).toEqual({
      type: 'parley.login',
      error: 'login_not_offered',
    })
    expectNobodyTold(await browser.open(link), 'login_not_offered', 409)
    expect((await visitor.socket.refused('login.start', { social: 'x' })).code).toBe('login_not_offered')
    await visitor.socket.leave()
  })
})

test('a program that asks gets the problem, and a network that asks without end is told to wait', async () => {
  const fresh = newTestBrowser({ [baseUrl]: scene.service.address })
  const answer = await fetch(`${scene.service.address}/v1/public/oauth/google/callback?state=x`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'login_state_invalid' })
  let visit: Visit | null = null
  for (let tries = 0; tries < 130 && visit?.status !== 429; tries += 1)
    visit = await fresh.open(callback('x', { state: 'x' }))
  expect(visit?.status).toBe(429)
  expect(Number(visit?.headers.get('retry-after'))).toBeGreaterThan(0)
})
