import type { CustomerChanges } from '@parley/protocol/customer'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allSocials, openSocialScene, shopOrigin, type SocialScene } from '../../testing/social-scene.ts'
import { handoverOf } from '../../testing/test-browser.ts'

let scene: SocialScene
beforeAll(async () => {
  scene = await openSocialScene()
})
afterAll(() => scene.close())

const rowOf = async (customerId: string | null) =>
  (await scene.customers()).find((row) => row['id'] === customerId)

const changesOf = async (customerId: string | null): Promise<CustomerChanges[]> => {
  const { rows } = await scene.database.query<{ data: { changes: CustomerChanges } }>(
    `select data from event_log where customer_id = $1 and type = 'customer.updated' order by seq`,
    [customerId],
  )
  return rows.map(({ data }) => data.changes)
}

describe.each(['service', 'own'] as const)('with the keys of %s', (source) => {
  beforeAll(async () => {
    await scene.change(scene.shop, {
      key_source: source,
      ...(source === 'own' && { logins: scene.services.own }),
    })
  })

  test.each(allSocials)(
    '%s: signs the member in, and the session continues with the same key after a reload',
    async (social) => {
      const visitor = await scene.visitor()
      const connected = await scene.signIn(social, visitor)
      expect(connected.member).toMatchObject({ auth_provider: social, ignored_claims: [] })
      const again = await scene.visitor(scene.shop, { key: visitor.key })
      expect(again.connected).toMatchObject({
        customer_id: connected.customer_id,
        member: { auth_provider: social },
      })
      await Promise.all([visitor.socket.leave(), again.socket.leave()])
    },
  )
})

describe('the profile from each service', () => {
  test('Google: name, picture, email and whether it is verified', async () => {
    const visitor = await scene.visitor()
    const { customer_id: id } = await scene.signIn('google', visitor)
    expect(await rowOf(id)).toMatchObject({
      first_name: 'Ada',
      last_name: 'Lovelace',
      email: 'ada@gmail.test',
      email_verified: true,
      avatar_url: 'https://lh3.googleusercontent.test/ada',
      auth_provider: 'google',
      identity: 'google:1098',
      language: 'de-AT',
    })
    await visitor.socket.leave()
  })

  test('Apple: a name on the first consent, which later sign-ins keep', async () => {
    const { apple } = scene.services
    apple.claims = { sub: '001.second', email: 'second@privaterelay.appleid.test', email_verified: true }
    apple.user = { name: { firstName: 'Katherine', lastName: 'Johnson' }, email: 'forged@elsewhere.test' }
    const visitor = await scene.visitor()
    const first = await scene.signIn('apple', visitor)
    expect(apple.user).toBeNull()
    await scene.signIn('apple', visitor)
    expect(await rowOf(first.customer_id)).toMatchObject({
      first_name: 'Katherine',
      last_name: 'Johnson',
      email: 'second@privaterelay.appleid.test',
      email_verified: true,
    })
    expect(await changesOf(first.customer_id)).toEqual([])
    await visitor.socket.leave()
  })

  test('Facebook: an unverified email or none', async () => {
    const visitor = await scene.visitor()
    const { customer_id: id } = await scene.signIn('facebook', visitor)
    expect(await rowOf(id)).toMatchObject({
      first_name: 'Mary',
      email: 'mary@facebook.test',
      email_verified: null,
    })
    scene.services.facebook.answers['/me'] = { id: '10221', name: 'No Mail' }
    const other = await scene.signIn('facebook', visitor)
    expect(other.customer_id).not.toBe(id)
    expect(await rowOf(other.customer_id)).toMatchObject({ first_name: 'No', last_name: 'Mail', email: null })
    await visitor.socket.leave()
  })

  test('GitHub: the primary email if it is verified, never the public one', async () => {
    const { answers } = scene.services.github
    const visitor = await scene.visitor()
    const { customer_id: id } = await scene.signIn('github', visitor)
    expect(await rowOf(id)).toMatchObject({
      identity: 'github:583231',
      username: 'octo',
      email: 'dorothy@github.test',
      email_verified: true,
    })
    answers['/user'] = { ...answers['/user'], id: 583232, name: null }
    answers['/user/emails'] = [{ email: 'not@yet.test', primary: true, verified: false }]
    const other = await scene.signIn('github', visitor)
    expect(await rowOf(other.customer_id)).toMatchObject({ first_name: null, username: 'octo', email: null })
    await visitor.socket.leave()
  })

  test('X: a name and no email', async () => {
    const visitor = await scene.visitor()
    const { customer_id: id } = await scene.signIn('x', visitor)
    expect(await rowOf(id)).toMatchObject({
      first_name: 'Hedy',
      last_name: 'Lamarr',
      username: 'hedy',
      email: null,
      email_verified: null,
      avatar_url: 'https://pbs.twimg.test/1/a_bigger.jpg',
    })
    await visitor.socket.leave()
  })
})

describe('the member', () => {
  test('[M7] is created on the first sign-in, separate from the visitor and from members with the same email', async () => {
    const { google, facebook } = scene.services
    google.claims = { sub: 'same-1', email: 'same@mail.test', email_verified: true }
    facebook.answers['/me'] = { id: 'same-2', email: 'same@mail.test' }
    const visitor = await scene.visitor()
    await visitor.socket
      .request('message.send', { client_id: crypto.randomUUID(), content: 'Anonymous' })
      .catch(() => {})
    const byGoogle = await scene.signIn('google', visitor)
    const byFacebook = await scene.signIn('facebook', visitor)
    const ids = new Set([byGoogle.customer_id, byFacebook.customer_id, visitor.connected.customer_id])
    expect(ids.size).toBe(3)
    const { rows } = await scene.database.query(
      `select data ->> 'auth_provider' as by from event_log where customer_id = $1 and type = 'customer.created'`,
      [byGoogle.customer_id],
    )
    expect(rows).toEqual([{ by: 'google' }])
    await visitor.socket.leave()
  })

  test('[M8] is updated by later sign-ins, whose events contain exactly the changes', async () => {
    const { google } = scene.services
    google.claims = {
      sub: 'changing',
      given_name: 'Joan',
      family_name: 'Clarke',
      email: 'joan@old.test',
      email_verified: true,
    }
    const visitor = await scene.visitor()
    const { customer_id: id } = await scene.signIn('google', visitor)
    google.claims = { ...google.claims, email: 'joan@new.test', email_verified: false }
    await scene.signIn('google', visitor)
    await scene.signIn('google', visitor)
    expect(await changesOf(id)).toEqual([{ email: 'joan@new.test' }])
    expect(await rowOf(id)).toMatchObject({ email_verified: false })
    await visitor.socket.leave()
  })

  test('keeps what an agent changes while they reconnect, because a reconnect is no sign-in', async () => {
    const visitor = await scene.visitor()
    const { customer_id: id } = await scene.signIn('x', visitor)
    await visitor.socket.leave()
    // Between its two reads of the row, a reconnect waits for the table of sign-ins.
    await scene.database.query('begin')
    await scene.database.query('lock table customer_sign_in in access exclusive mode')
    const reconnecting = scene.visitor(scene.shop, { key: visitor.key })
    await expect
      .poll(async () => {
        const { rowCount } = await scene.database.query(
          `select from pg_locks where relation = 'customer_sign_in'::regclass and not granted`,
        )
        return rowCount
      })
      .toBe(1)
    const changed = await scene.service.call('PATCH', `/v1/organizations/${scene.shop.id}/customers/${id}`, {
      cookie: scene.shop.cookie,
      body: { first_name: 'Corrected' },
    })
    expect(changed.status).toBe(200)
    await scene.database.query('commit')
    const again = await reconnecting
    expect(again.connected.member?.name).toContain('Corrected')
    expect(await changesOf(id)).toEqual([{ first_name: 'Corrected' }])
    await again.socket.leave()
  })

  test('is a different one at another organization', async () => {
    const other = await scene.foundShop('Elsewhere')
    const here = await scene.visitor()
    const there = await scene.visitor(other)
    const first = await scene.signIn('x', here)
    const second = await scene.signIn('x', there)
    expect(second.customer_id).not.toBe(first.customer_id)
    await Promise.all([here.socket.leave(), there.socket.leave()])
  })

  test('is signed out by logout, and after the widget’s session_days', async () => {
    await scene.change(scene.shop, { session_days: 2 })
    const visitor = await scene.visitor()
    await scene.signIn('x', visitor)
    const out = await visitor.socket.request('session.logout')
    expect(out).toMatchObject({ member: null })
    const signedIn = await scene.signIn('x', visitor)
    expect(Date.parse(signedIn.member?.expires_at ?? '') - Date.now()).toBeLessThan(2.01 * 86_400_000)
    await visitor.socket.leave()
    scene.advance(2 * 86_400_000 + 1000)
    const later = await scene.visitor(scene.shop, { key: visitor.key })
    expect(later.connected.member).toBeNull()
    await later.socket.leave()
  })
})

describe('the popup', () => {
  test('posts to its opener’s exact origin, and has a link back for the case without an opener', async () => {
    const visitor = await scene.visitor()
    const last = await scene.through(visitor, 'google', scene.browser())
    expect(handoverOf(last)).toEqual({
      message: { type: 'parley.login', code: expect.stringMatching(/^[\w-]{43}$/) },
      origin: shopOrigin,
      back: expect.stringMatching(/^https:\/\/shop\.test\/cart#parley-login=[\w-]{43}$/),
      ask: false,
    })
    expect(last.html).toContain('<html lang="de"')
    expect(last.headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'nonce-[\w-]{22}'; style-src 'nonce-[\w-]{22}'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
    expect(last.headers.get('cache-control')).toBe('no-store')
    expect(last.headers.get('referrer-policy')).toBe('no-referrer')
    expect(last.headers.get('cross-origin-opener-policy')).toBe('unsafe-none')
    await visitor.socket.leave()
  })

  test.each(allSocials)('%s: reports that the sign-in was cancelled', async (social) => {
    const visitor = await scene.visitor()
    scene.services[social].consent = 'deny'
    const last = await scene.through(visitor, social, scene.browser())
    scene.services[social].consent = 'allow'
    expect(handoverOf(last)).toMatchObject({
      message: { type: 'parley.login', error: 'login_cancelled' },
      origin: shopOrigin,
      back: null,
    })
    await visitor.socket.leave()
  })

  test('markup in a name is escaped', async () => {
    scene.services.google.claims = {
      sub: 'markup',
      given_name: '</script><script>alert(1)</script>',
      family_name: '{site}',
    }
    const visitor = await scene.visitor()
    const last = await scene.through(visitor, 'google', scene.browser())
    expect(last.html).not.toContain('alert(1)</script>')
    expect(last.html).toContain('als &#60;/script&#62;&#60;script&#62;alert(1)&#60;/script&#62; {site}')
    await visitor.socket.leave()
  })
})
