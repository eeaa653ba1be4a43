import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startPanelService,
  testPassword,
  type Member,
  type PanelService,
} from '../../testing/panel-service.ts'

let service: PanelService
let owner: Member
beforeAll(async () => {
  service = await startPanelService()
  owner = await service.found()
})
afterAll(() => service.close())

const problem = (code: string) => expect.objectContaining({ code })
const signIn = (email: string, password: string, ip = '192.0.2.1') =>
  service.call('POST', '/v1/auth/sign-in/email', { body: { email, password }, ip })
const me = (cookie?: string) => service.call('GET', '/v1/me', { cookie })

test('a wrong password and an unknown email get the same error and no session', async () => {
  const wrong = await signIn(owner.email, 'not the password')
  const unknown = await signIn('nobody@example.com', 'not the password')
  expect(wrong).toMatchObject({ status: 401, body: problem('credentials_invalid'), cookies: [] })
  expect({ ...unknown.body }).toEqual({ ...wrong.body })
  expect(unknown.cookies).toEqual([])
})

test.each([
  ['no body', undefined],
  ['not JSON', '{"email":'],
  ['a missing password', { email: 'a@example.com' }],
  ['a number as password', { email: 'a@example.com', password: 12345678901 }],
  ['an array', []],
  ['an additional field', { email: 'a@example.com', password: 'x', callbackURL: 'https://evil.example' }],
  ['a password of 300 characters', { email: 'a@example.com', password: 'x'.repeat(300) }],
])('sign-in with %s is an invalid request', async (_what, body) => {
  const answer = await service.call('POST', '/v1/auth/sign-in/email', {
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body }),
  })
  expect(answer).toMatchObject({ status: 400, body: problem('invalid_request') })
})

test('a malformed email gets the same error as an unknown one', async () => {
  for (const email of ['', 'not an address', 'a@b', 'zero\u0000@example.com', `'; drop table agent; --`]) {
    expect(await signIn(email, testPassword)).toMatchObject({
      status: 401,
      body: problem('credentials_invalid'),
    })
  }
})

test('sign-in ignores the case of the email and sets one HttpOnly session cookie', async () => {
  const answer = await signIn(owner.email.toUpperCase(), testPassword)
  expect(answer).toMatchObject({ status: 200, body: { user: { email: owner.email } } })
  const [cookie] = [answer.headers['set-cookie'] ?? []].flat()
  expect(cookie).toMatch(/^parley\.session_token=/)
  expect(cookie).toMatch(/; HttpOnly/)
  expect(cookie).toMatch(/; SameSite=Lax/)
  expect(cookie).not.toMatch(/; Secure/)
  expect(answer.headers['cache-control']).toBe('no-store')
  expect(await me(answer.cookies[0])).toMatchObject({
    status: 200,
    body: { user: { email: owner.email }, demo_shop: false },
  })
})

test('with https the cookie is Secure and has the __Secure- prefix', async () => {
  const secure = await startPanelService({ environment: { PARLEY_BASE_URL: 'https://support.example.com' } })
  try {
    const member = await secure.found()
    expect(member.cookie).toMatch(/^__Secure-parley\.session_token=/)
    const again = await secure.call('POST', '/v1/auth/sign-in/email', {
      body: { email: member.email, password: testPassword },
    })
    expect([again.headers['set-cookie'] ?? []].flat()[0]).toMatch(/; Secure/)
    expect(await secure.call('GET', '/v1/me', { cookie: member.cookie })).toMatchObject({ status: 200 })
    const plain = member.cookie.replace('__Secure-', '')
    expect(await secure.call('GET', '/v1/me', { cookie: plain })).toMatchObject({ status: 401 })
  } finally {
    await secure.close()
  }
})

test('no response body contains the session token', async () => {
  const answer = await signIn(owner.email, testPassword)
  const [, token = 'missing'] = /session_token=([^.%]+)/.exec(answer.cookies[0] ?? '') ?? []
  const session = await service.call('GET', '/v1/auth/get-session', { cookie: answer.cookies[0] })
  expect(session.body).toEqual({ user: expect.objectContaining({ email: owner.email }) })
  for (const body of [answer.body, session.body, (await me(answer.cookies[0])).body]) {
    expect(JSON.stringify(body)).not.toContain(token)
  }
})

test('a forged, truncated or empty cookie, or one signed with another key, is unauthenticated', async () => {
  const [name = '', value = ''] = owner.cookie.split('=')
  const [token = ''] = decodeURIComponent(value).split('.')
  const forged = [
    undefined,
    '',
    name,
    `${name}=`,
    `${name}=.`,
    `${name}=%E0%A4%A`,
    `${name}=${token}`,
    `${name}=${token}.`,
    `${name}=${encodeURIComponent(`${token}.${'A'.repeat(43)}=`)}`,
    `${name}=${value.slice(0, -4)}`,
    `other=${value}`,
  ]
  for (const cookie of forged) {
    expect(await me(cookie)).toMatchObject({ status: 401, body: problem('unauthenticated') })
    const url = `/v1/organizations/${owner.organizationId}`
    expect(await service.call('GET', url, { cookie })).toMatchObject({
      status: 401,
      body: problem('unauthenticated'),
    })
    expect((await service.call('GET', '/v1/auth/get-session', { cookie })).body).toBeNull()
  }
})

test('the session is found among other cookies', async () => {
  expect(await me(`a=1; ${owner.cookie}; parley.session_tokens=x`)).toMatchObject({ status: 200 })
})

test('an expired session is rejected', async () => {
  const { cookies } = await signIn(owner.email, testPassword, '192.0.2.2')
  const [cookie = ''] = cookies
  const organization = () => service.call('GET', `/v1/organizations/${owner.organizationId}`, { cookie })
  expect(await organization()).toMatchObject({ status: 200 })
  service.advance(7 * 24 * 60 * 60 * 1000 + 1000)
  expect(await organization()).toMatchObject({ status: 401 })
  expect(await service.sessions.sessionOf({ cookie })).toBeNull()
  service.advance(-(7 * 24 * 60 * 60 * 1000 + 1000))
  expect(await service.sessions.sessionOf({ cookie })).toMatchObject({ email: owner.email })
})

test('/v1/me extends a session that is more than a day old', async () => {
  const { cookies } = await signIn(owner.email, testPassword, '192.0.2.2')
  const fresh = await me(cookies[0])
  expect(fresh.cookies).toEqual([])
  const session = await service.sessions.sessionOf({ cookie: cookies[0] ?? '' })
  const id = [session?.sessionId]
  await service.pool.query(`update auth_session set expires_at = now() + interval '5 days' where id = $1`, id)
  const older = await me(cookies[0])
  expect(older).toMatchObject({ status: 200, cookies: [cookies[0]] })
  const { rows } = await service.pool.query<{ days: number }>(
    `select extract(epoch from expires_at - now())::int / 86400 as days from auth_session where id = $1`,
    id,
  )
  expect(rows[0]?.days).toBeGreaterThanOrEqual(6)
})

test('signing out ends the session and its sockets, but no other session of the user', async () => {
  const first = await signIn(owner.email, testPassword, '192.0.2.2')
  const second = await signIn(owner.email, testPassword, '192.0.2.2')
  const session = await service.sessions.sessionOf({ cookie: first.cookies[0] ?? '' })
  service.heard.length = 0
  const answer = await service.call('POST', '/v1/auth/sign-out', { cookie: first.cookies[0] })
  expect(answer).toMatchObject({ status: 200, body: {} })
  // Each in its own header, because Set-Cookie values cannot be joined by commas.
  expect(answer.cookies).toEqual(['parley.session_token=', 'parley.session_data=', 'parley.dont_remember='])
  expect(await me(first.cookies[0])).toMatchObject({ status: 401 })
  expect(await me(second.cookies[0])).toMatchObject({ status: 200 })
  expect(service.heard).toEqual([
    {
      subject: 'agent.gone',
      message: {
        organization_id: owner.organizationId,
        user_id: session?.userId,
        session_id: session?.sessionId,
      },
    },
  ])
})

test('signing out without a session is not an error', async () => {
  expect(await service.call('POST', '/v1/auth/sign-out', { body: {} })).toMatchObject({ status: 200 })
})

test('changing the password requires the current one and a minimum length, and ends other sessions', async () => {
  const person = await service.found()
  const elsewhere = await signIn(person.email, testPassword, '192.0.2.3')
  const change = (currentPassword: string, newPassword: string, cookie?: string) =>
    service.call('POST', '/v1/auth/change-password', { cookie, body: { currentPassword, newPassword } })
  expect(await change(testPassword, 'another long one')).toMatchObject({
    status: 401,
    body: problem('unauthenticated'),
  })
  expect(await change('not the password', 'another long one', person.cookie)).toMatchObject({
    status: 401,
    body: problem('credentials_invalid'),
  })
  expect(await change(testPassword, 'nine char', person.cookie)).toMatchObject({
    status: 422,
    body: problem('password_weak'),
  })
  const changed = await change(testPassword, 'another long one', person.cookie)
  expect(changed).toMatchObject({ status: 200, body: {} })
  expect(await me(changed.cookies[0])).toMatchObject({ status: 200 })
  expect(await me(person.cookie)).toMatchObject({ status: 401 })
  expect(await me(elsewhere.cookies[0])).toMatchObject({ status: 401 })
  expect(await signIn(person.email, testPassword, '192.0.2.3')).toMatchObject({ status: 401 })
  expect(await signIn(person.email, 'another long one', '192.0.2.3')).toMatchObject({ status: 200 })
})

test('a user can change their name, which is announced to their organizations', async () => {
  const person = await service.found()
  const rename = (body: object, cookie?: string) =>
    service.call('POST', '/v1/auth/update-user', { cookie, body })
  expect(await rename({ name: 'X' })).toMatchObject({ status: 401, body: problem('unauthenticated') })
  for (const body of [{}, { name: '  ' }, { name: 'a', email: 'x@example.com' }, { name: 'a\u0000b' }]) {
    expect(await rename(body, person.cookie)).toMatchObject({ status: 400, body: problem('invalid_request') })
  }
  const face = () => service.agents.faceOf(person.organizationId, person.agentId)
  expect(await face()).toMatchObject({ name: expect.stringMatching(/^Person/) })
  service.heard.length = 0
  expect(await rename({ name: ' Şule Öz ' }, person.cookie)).toMatchObject({ status: 200 })
  expect((await me(person.cookie)).body.user.name).toBe('Şule Öz')
  expect(service.heard).toEqual([
    { subject: 'organization', message: { organization_id: person.organizationId, what: 'agents' } },
  ])
  expect(await face()).toMatchObject({ name: 'Şule Öz' })
})

test('no other endpoint of better-auth is reachable', async () => {
  const paths = [
    'sign-up/email',
    'sign-in/social',
    'forget-password',
    'request-password-reset',
    'reset-password',
    'verify-email',
    'delete-user',
    'list-sessions',
    'update-session',
    'link-social',
    'list-accounts',
    'callback/google',
    'ok',
    'error',
    'sign-in/email/',
    '../auth/sign-up/email',
    '',
  ]
  for (const path of paths) {
    for (const method of ['GET', 'POST'] as const) {
      const answer = await service.call(method, `/v1/auth/${path}`, {
        cookie: owner.cookie,
        ...(method === 'POST' && { body: {} }),
      })
      expect(answer, path).toMatchObject({ status: 404, body: problem('not_found') })
    }
  }
})

test('a page of another origin cannot use the sign-in routes', async () => {
  const origin = 'https://evil.example'
  for (const path of ['sign-in/email', 'sign-out', 'change-password', 'update-user']) {
    const answer = await service.call('POST', `/v1/auth/${path}`, { cookie: owner.cookie, origin, body: {} })
    expect(answer, path).toMatchObject({ status: 403, body: problem('forbidden') })
  }
  expect(await me(owner.cookie)).toMatchObject({ status: 200 })
})

test('expired sessions are deleted on sign-in', async () => {
  const person = await service.found()
  await service.pool.query(
    `update auth_session set expires_at = now() - interval '1 day' where user_id = (select id from auth_user where email = $1)`,
    [person.email],
  )
  await signIn(owner.email, testPassword, '192.0.2.4')
  const { rowCount } = await service.pool.query('select from auth_session where expires_at <= now()')
  expect(rowCount).toBe(0)
})

test('when sessions cannot be read, the response is 503 and the cookie is kept', async () => {
  await service.pool.query('alter table auth_session rename to auth_session_away')
  try {
    const answer = await me(owner.cookie)
    expect(answer).toMatchObject({ status: 503, body: problem('unavailable'), cookies: [] })
  } finally {
    await service.pool.query('alter table auth_session_away rename to auth_session')
  }
  expect(await me(owner.cookie)).toMatchObject({ status: 200 })
})

test('a page of another origin cannot sign a visitor in by adding a made-up API key', async () => {
  const answer = await service.call('POST', '/v1/auth/sign-in/email', {
    origin: 'https://evil.example',
    headers: { authorization: 'Bearer plk_x' },
    body: { email: owner.email, password: testPassword },
  })
  expect(answer).toMatchObject({ status: 403, body: problem('forbidden'), cookies: [] })
})
