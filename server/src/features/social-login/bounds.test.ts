import { randomBytes } from 'node:crypto'
import type { LoginStarted } from '@parley/protocol/session'
import { describe, expect, test } from 'vitest'
import { callbackUrl, expectFailureNotPosted, useAttackScene } from '../../testing/attack-scene.ts'
import { shopOrigin } from '../../testing/social-scene.ts'
import { handoverOf, newTestBrowser, type Visit } from '../../testing/test-browser.ts'
import { baseUrl } from '../../testing/test-service.ts'

/** A sign-in is bound to one page, widget, key and organization, and valid for minutes. */
const on = useAttackScene()

describe('the page', () => {
  test('[M17] a widget on a page of a foreign origin cannot start a sign-in', async () => {
    await expect(
      on.scene.visitor(on.scene.shop, { socket: { origin: 'https://evil.test' } }),
    ).rejects.toThrow('origin_not_allowed')
  })

  test('a page parameter of another origin is rejected, and nothing is posted to it', async () => {
    for (const page of [
      'https://evil.test/',
      'https://shop.test.evil.test/',
      'javascript:alert(1)',
      '//evil.test',
      'x',
    ]) {
      const { url } = await on.attacker.socket.request<LoginStarted>('login.start', { social: 'google' })
      const visit = await on.victimsBrowser.open(`${url}&page=${encodeURIComponent(page)}`)
      expectFailureNotPosted(visit, 'origin_not_allowed', 403)
    }
  })

  test('open redirect: no parameter can redirect the popup elsewhere', async () => {
    const evil = 'https://evil.test'
    const more = `&redirect_uri=${evil}&return_to=${evil}&next=${evil}&url=${evil}`
    const { url } = await on.victim.socket.request<LoginStarted>('login.start', { social: 'github' })
    expect((await on.victimsBrowser.open(url + more)).status).toBe(400)
    const answer = await on.scene.answerOf(on.victim, 'github', on.victimsBrowser)
    const visit = await on.victimsBrowser.open(answer.href + more)
    expect(on.victimsBrowser.visited.filter((address) => address.startsWith(evil))).toEqual([])
    expect(visit.html).not.toContain('evil.test')
  })

  test('the link back has the page’s origin and path, without its query and fragment', async () => {
    for (const path of ['/', '/orders', '/de-DE/my_orders/42/', '/help/index.php', '/%C3%BC%20b/%E6%9C%AC']) {
      const { url } = await on.victim.socket.request<LoginStarted>('login.start', { social: 'github' })
      const page = `${shopOrigin}${path}?token=private#part`
      const visit = await on.victimsBrowser.open(`${url}&page=${encodeURIComponent(page)}`)
      const [address, code] = handoverOf(visit).back?.split('#') ?? []
      expect(address).toBe(shopOrigin + path)
      expect(code).toMatch(/^parley-login=[\w-]{43}$/)
    }
  })

  test('an origin removed from the list during the sign-in is rejected', async () => {
    const shop = await on.scene.foundShop('Shrinking')
    const visitor = await on.scene.visitor(shop)
    const browser = on.scene.browser()
    const answer = await on.scene.answerOf(visitor, 'x', browser)
    await on.scene.service.call('PATCH', `/v1/organizations/${shop.id}/providers/${shop.providerId}`, {
      cookie: shop.cookie,
      body: { allowed_origins: ['https://other.test'] },
    })
    expectFailureNotPosted(await browser.open(answer.href), 'origin_not_allowed', 403)
  })

  test('[O2] a page of the service itself may sign in, although the widget lists other origins', async () => {
    const visitor = await on.scene.visitor(on.scene.shop, { socket: { origin: baseUrl } })
    const { url } = await visitor.socket.request<LoginStarted>('login.start', { social: 'x' })
    const visit = await on.scene.browser().open(url)
    expect(handoverOf(visit)).toMatchObject({ origin: baseUrl, ask: false })
    const { code } = handoverOf(visit).message
    expect(await visitor.socket.request('login.redeem', { code })).toMatchObject({
      member: { auth_provider: 'x' },
    })
    await visitor.socket.leave()
  })

  test('if any page may embed the widget, the user must confirm before the page receives the code', async () => {
    const open = await on.scene.foundShop('Open')
    await on.scene.service.call('PATCH', `/v1/organizations/${open.id}/providers/${open.providerId}`, {
      cookie: open.cookie,
      body: { allowed_origins: [] },
    })
    const visitor = await on.scene.visitor(open, { socket: { origin: 'https://imitation.test' } })
    const { url } = await visitor.socket.request<LoginStarted>('login.start', { social: 'x' })
    const visit = await on.victimsBrowser.open(url)
    expect(handoverOf(visit)).toMatchObject({ ask: true, origin: 'https://imitation.test' })
    expect(visit.html).toContain('Auf imitation.test als Hedy Lamarr chatten?')
    const here = await on.scene.visitor(open, { socket: { origin: 'http://localhost:3000' } })
    const local = await here.socket.request<LoginStarted>('login.start', { social: 'x' })
    expect(handoverOf(await on.victimsBrowser.open(local.url))).toMatchObject({ ask: false })
    await Promise.all([visitor.socket.leave(), here.socket.leave()])
  })
})

describe('time', () => {
  test('an expired transaction ends without a member', async () => {
    const link = await on.scene.begin(on.victim, 'x')
    const answer = await on.scene.answerOf(on.attacker, 'x', on.attackersBrowser)
    on.scene.advance(601_000)
    expectFailureNotPosted(await on.victimsBrowser.open(link), 'login_expired', 410)
    expect(handoverOf(await on.attackersBrowser.open(answer.href)).message).toEqual({
      type: 'parley.login',
      error: 'login_expired',
    })
  })

  test('[M19] a code expires after two minutes', async () => {
    const { message } = handoverOf(await on.scene.through(on.victim, 'x', on.victimsBrowser))
    on.scene.advance(121_000)
    expect((await on.victim.socket.refused('login.redeem', { code: message['code'] })).code).toBe(
      'login_code_invalid',
    )
  })
})

describe('the code', () => {
  test('[M19] is rejected with another key, at another widget, or a second time', async () => {
    const { id, cookie } = on.scene.shop
    const second = await on.scene.service.call('POST', `/v1/organizations/${id}/providers`, {
      cookie,
      body: { name: 'Second' },
    })
    const { id: providerId } = second.body as { id: string }
    const sameKeyElsewhere = await on.scene.visitor({ ...on.scene.shop, providerId }, { key: on.victim.key })
    const codeFor = async () =>
      handoverOf(await on.scene.through(on.victim, 'x', on.victimsBrowser)).message['code']
    for (const socket of [on.attacker.socket, sameKeyElsewhere.socket]) {
      expect((await socket.refused('login.redeem', { code: await codeFor() })).code).toBe(
        'login_code_invalid',
      )
    }
    expect(
      (await on.victim.socket.refused('login.redeem', { code: randomBytes(32).toString('base64url') })).code,
    ).toBe('login_code_invalid')
    const code = await codeFor()
    expect(await on.victim.socket.request('login.redeem', { code })).toMatchObject({
      member: { auth_provider: 'x' },
    })
    expect((await on.victim.socket.refused('login.redeem', { code })).code).toBe('login_code_invalid')
    await on.victim.socket.request('session.logout')
    expect((await on.victim.socket.refused('login.redeem', { code })).code).toBe('login_code_invalid')
    await sameKeyElsewhere.socket.leave()
  })
})

describe('tenants', () => {
  test('mix-up: an organization’s own keys and members are never used for another’s widget', async () => {
    const other = await on.scene.foundShop('Keys')
    await on.scene.change(other, { key_source: 'own', logins: on.scene.services.own })
    const there = await on.scene.visitor(other)
    const browser = on.scene.browser()
    const begun = await browser.open(await on.scene.begin(there, 'github'), {
      until: (url) => url.origin !== baseUrl,
    })
    expect(new URL(begun.url).searchParams.get('client_id')).toBe('github-own')
    const here = await browser.open(await on.scene.begin(on.victim, 'github'), {
      until: (url) => url.origin !== baseUrl,
    })
    expect(new URL(here.url).searchParams.get('client_id')).toBe('github-service')

    const signedIn = await on.scene.signIn('github', there, browser)
    const { rows } = await on.scene.database.query(
      'select organization_id, provider_id from customer where id = $1',
      [signedIn.customer_id],
    )
    expect(rows).toEqual([{ organization_id: other.id, provider_id: other.providerId }])
    // The same key is not signed in at the first shop.
    const elsewhere = await on.scene.visitor(on.scene.shop, { key: there.key })
    expect(elsewhere.connected.member).toBeNull()
    await Promise.all([there.socket.leave(), elsewhere.socket.leave()])
  })

  test('[M17] a login disabled during the sign-in ends without a member', async () => {
    const shop = await on.scene.foundShop('Off')
    const visitor = await on.scene.visitor(shop)
    const browser = on.scene.browser()
    const answer = await on.scene.answerOf(visitor, 'x', browser)
    const link = await on.scene.begin(visitor, 'x')
    await on.scene.change(shop, { logins: [{ social: 'x', enabled: false }] })
    expect(handoverOf(await browser.open(answer.href)).message).toEqual({
      type: 'parley.login',
      error: 'login_not_offered',
    })
    expectFailureNotPosted(await browser.open(link), 'login_not_offered', 409)
    expect((await visitor.socket.refused('login.start', { social: 'x' })).code).toBe('login_not_offered')
    await visitor.socket.leave()
  })
})

test('a client that does not accept HTML gets problem details, and requests are limited per network', async () => {
  const fresh = newTestBrowser({ [baseUrl]: on.scene.service.address })
  const answer = await fetch(`${on.scene.service.address}/v1/public/oauth/google/callback?state=x`)
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ code: 'login_state_invalid' })
  let visit: Visit | null = null
  for (let tries = 0; tries < 130 && visit?.status !== 429; tries += 1)
    visit = await fresh.open(callbackUrl('x', { state: 'x' }))
  expect(visit?.status).toBe(429)
  expect(Number(visit?.headers.get('retry-after'))).toBeGreaterThan(0)
})
