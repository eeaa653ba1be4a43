import type { MemberLogin } from '@parley/protocol/social-login'
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createSecrets } from '../../core/secrets.ts'
import {
  startPanelService,
  type Answer,
  type Member,
  type PanelService,
} from '../../testing/panel-service.ts'

let service: PanelService
let owner: Member
let providerId: string

beforeAll(async () => {
  service = await startPanelService({
    environment: {
      PARLEY_BASE_URL: 'https://parley.test',
      PARLEY_GITHUB_CLIENT_ID: 'of-the-operator',
      PARLEY_GITHUB_CLIENT_SECRET: 'secret-of-the-operator',
    },
  })
  owner = await service.found('Acme')
})
afterAll(() => service.close())
beforeEach(async () => {
  const { body } = await service.call('POST', `/v1/organizations/${owner.organizationId}/providers`, {
    cookie: owner.cookie,
    body: { name: 'Shop' },
  })
  providerId = body.id
})

const path = () => `/v1/organizations/${owner.organizationId}/providers/${providerId}/member-login`
const read = (cookie = owner.cookie) => service.call('GET', path(), { cookie })
const change = (body: object, cookie = owner.cookie): Promise<Answer> =>
  service.call('PATCH', path(), { cookie, body })
const offered = async () =>
  (await service.call('GET', `/v1/public/providers/${providerId}/widget`)).body.logins

const p8 = (namedCurve = 'P-256', type: 'pkcs8' | 'sec1' = 'pkcs8') =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ type, format: 'pem' }).toString()
const apple = { social: 'apple', client_id: 'com.acme.login', team_id: 'TEAM123456', key_id: 'KEY1234567' }

test('agents can neither read nor change the settings', async () => {
  const agent = await service.join(owner, 'agent')
  for (const answer of [await read(agent.cookie), await change({ key_source: 'own' }, agent.cookie)])
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
})

test('a new widget offers no logins and uses the operator’s keys', async () => {
  expect(await offered()).toEqual([])
  const { body } = await read()
  expect(body).toMatchObject({ key_source: 'service', session_days: 30 })
  expect(body.logins.map(({ social }: { social: string }) => social)).toEqual([
    'google',
    'facebook',
    'apple',
    'github',
    'x',
  ])
  expect(body.logins[3]).toEqual({
    social: 'github',
    enabled: false,
    service_keys: true,
    redirect_uri: 'https://parley.test/v1/public/oauth/github/callback',
    client_id: null,
    team_id: null,
    key_id: null,
    secret_saved: false,
  })
})

describe('enabling a login', () => {
  test('without keys is rejected with a pointer, and nothing is changed', async () => {
    const answer = await change({
      session_days: 7,
      logins: [
        { social: 'github', enabled: true },
        { social: 'google', enabled: true },
      ],
    })
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'login_keys_missing', detail: 'google', pointer: '/body/logins/1' },
    })
    expect((await read()).body).toMatchObject({ session_days: 30 })
    expect(await offered()).toEqual([])
  })

  test('with incomplete own keys is rejected', async () => {
    for (const login of [
      { social: 'x', client_id: 'only-an-id' },
      { social: 'x', client_secret: 'only a secret' },
      { ...apple, private_key: p8(), team_id: undefined },
      apple,
    ]) {
      const answer = await change({ key_source: 'own', logins: [{ ...login, enabled: true }] })
      expect(answer, JSON.stringify(login)).toMatchObject({
        status: 422,
        body: { code: 'login_keys_missing' },
      })
    }
  })

  test('takes effect in the widget at once, in the order of the login page, and is announced to agents', async () => {
    await offered()
    service.heard.length = 0
    const answer = await change({
      key_source: 'own',
      logins: [
        { social: 'x', enabled: true, client_id: 'x-id', client_secret: 'x-secret' },
        { ...apple, enabled: true, private_key: p8() },
      ],
    })
    expect(answer.status).toBe(200)
    expect(await offered()).toEqual(['apple', 'x'])
    expect(service.heard).toEqual([
      {
        subject: 'organization',
        message: { organization_id: owner.organizationId, what: 'providers', id: providerId },
      },
    ])
  })

  test('and then removing its keys, or switching to missing keys, is rejected', async () => {
    await change({ logins: [{ social: 'github', enabled: true }] })
    expect(await change({ key_source: 'own' })).toMatchObject({
      status: 422,
      body: { code: 'login_keys_missing', pointer: '/body/key_source' },
    })
    await change({ key_source: 'own', logins: [{ social: 'github', client_id: 'a', client_secret: 'b' }] })
    expect(await change({ logins: [{ social: 'github', client_id: null }] })).toMatchObject({
      status: 422,
      body: { code: 'login_keys_missing', pointer: '/body/logins/0' },
    })
    expect(await offered()).toEqual(['github'])
    const gone = await change({ logins: [{ social: 'github', client_id: null, enabled: false }] })
    expect(gone.body.logins[3]).toMatchObject({ enabled: false, client_id: null, secret_saved: false })
  })
})

describe('Apple’s p8 key', () => {
  test.each([
    ['another curve', p8('P-384')],
    ['another encoding', p8('P-256', 'sec1')],
    [
      'an RSA key',
      generateKeyPairSync('rsa', { modulusLength: 2048 })
        .privateKey.export({ type: 'pkcs8', format: 'pem' })
        .toString(),
    ],
    ['half a key', p8().slice(0, 90)],
    [
      'a public key',
      generateKeyPairSync('ec', { namedCurve: 'P-256' })
        .publicKey.export({ type: 'spki', format: 'pem' })
        .toString(),
    ],
    ['no key', 'AuthKey_KEY1234567.p8'],
  ])('is rejected when it is %s', async (_what, key) => {
    const answer = await change({ logins: [{ ...apple, private_key: key }] })
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'login_private_key_invalid', pointer: '/body/logins/0/private_key' },
    })
    expect(JSON.stringify(answer.body)).not.toContain(key.slice(-20))
  })

  test('is accepted with any line endings', async () => {
    for (const key of [p8(), p8().replaceAll('\n', '\r\n'), p8().trim()])
      expect((await change({ logins: [{ ...apple, private_key: key }] })).status).toBe(200)
  })
})

test('fields that a service does not have are rejected', async () => {
  for (const login of [
    { social: 'apple', client_secret: 'Apple has none' },
    { social: 'google', team_id: 'TEAM123456' },
    { social: 'google', private_key: p8() },
  ])
    expect(await change({ logins: [login] })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
})

test('secrets are never returned, and a save without one keeps the previous one', async () => {
  await change({ logins: [{ social: 'x', client_id: 'x-id', client_secret: 'very-secret-of-x' }] })
  const { body } = await change({ logins: [{ social: 'x', client_id: 'other-id' }] })
  const [, , , , x] = (body as MemberLogin).logins
  expect(x).toMatchObject({ client_id: 'other-id', secret_saved: true })
  expect(JSON.stringify([body, (await read()).body])).not.toContain('very-secret-of-x')
  const { rows } = await service.pool.query('select secret from social_login where provider_id = $1', [
    providerId,
  ])
  expect(JSON.stringify(rows)).not.toContain('very-secret-of-x')
})

test('logins whose secrets were encrypted with another secret are not offered until their keys are entered again', async () => {
  const keys = (social: string) => ({ social, client_id: 'an-id', client_secret: 'a-secret' })
  const enabled = ['google', 'x'].map((social) => ({ ...keys(social), enabled: true }))
  await change({ key_source: 'own', logins: enabled })
  const before = createSecrets('the secret before the restore')
  for (const social of ['google', 'x'])
    await service.pool.query('update social_login set secret = $3 where provider_id = $1 and social = $2', [
      providerId,
      social,
      before.seal('a-secret', `social_login.secret:${providerId}:${social}`),
    ])
  const { body } = await read()
  expect((body as MemberLogin).logins.filter(({ secret_saved: saved }) => saved)).toEqual([])
  expect(await offered()).toEqual([])
  const tested = await service.call('POST', `${path()}/x/test`, { cookie: owner.cookie })
  for (const answer of [tested, await change({ logins: [{ social: 'x', enabled: true }] })])
    expect(answer).toMatchObject({ status: 422, body: { code: 'login_keys_missing' } })
  // The other login does not have to be corrected at the same time.
  expect((await change({ session_days: 7 })).status).toBe(200)
  expect((await change({ logins: [keys('x')] })).status).toBe(200)
  expect(await offered()).toEqual(['x'])
})

test('concurrent saves do not overwrite each other', async () => {
  const saves = ['google', 'facebook', 'github', 'x'].map((social) =>
    change({ logins: [{ social, client_id: `${social}-id`, client_secret: 's' }] }),
  )
  expect((await Promise.all(saves)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { logins } = (await read()).body as MemberLogin
  expect(logins.filter(({ secret_saved: saved }) => saved)).toHaveLength(4)
})
