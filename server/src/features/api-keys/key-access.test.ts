import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiKeyPrefix } from '../../core/permissions.ts'
import { newToken } from '../../core/secrets.ts'
import { startPanelService, type Member, type PanelService } from '../../testing/panel-service.ts'
import { wrongKeysOfNetwork } from './key-access.ts'

let service: PanelService
let owner: Member
beforeAll(async () => {
  service = await startPanelService()
  owner = await service.found('Acme')
})
afterAll(() => service.close())

async function newKey(): Promise<{ id: string; key: string }> {
  const { body } = await service.call('POST', `/v1/organizations/${owner.organizationId}/api-keys`, {
    cookie: owner.cookie,
    body: { name: 'Backend', scopes: ['webhooks:read'] },
  })
  return body
}
const enter = (key: string, ip: string) =>
  service.authorizeAccess({ headers: { authorization: `Bearer ${key}` }, ip }, owner.organizationId, {
    role: 'admin',
    scope: 'webhooks:read',
  })
const unauthenticated = { code: 'unauthenticated' }

test('a program that repeats a revoked key does not use up the limit of its address', async () => {
  const ip = '198.51.100.1'
  const { id, key } = await newKey()
  await service.call('DELETE', `/v1/organizations/${owner.organizationId}/api-keys/${id}`, {
    cookie: owner.cookie,
  })
  for (let index = 0; index < wrongKeysOfNetwork.burst + 5; index += 1)
    await expect(enter(key, ip)).rejects.toMatchObject(unauthenticated)
  await enter((await newKey()).key, ip)
})

test('a wrong key is looked up again after a minute', async () => {
  const ip = '198.51.100.2'
  const { id, key } = await newKey()
  const { rows } = await service.pool.query('delete from api_key where id = $1 returning *', [id])
  await expect(enter(key, ip)).rejects.toMatchObject(unauthenticated)
  await service.pool.query('insert into api_key select (json_populate_record(null::api_key, $1)).*', [
    rows[0],
  ])
  service.advance(30_000)
  await expect(enter(key, ip)).rejects.toMatchObject(unauthenticated)
  service.advance(30_000)
  await enter(key, ip)
})

test('valid keys do not use up the limit of their address while the database is unavailable', async () => {
  const ip = '198.51.100.5'
  const { key } = await newKey()
  await service.pool.query('alter table api_key rename to api_key_away')
  try {
    for (let index = 0; index < 2 * wrongKeysOfNetwork.burst; index += 1) {
      await expect(enter(key, ip)).rejects.not.toMatchObject({ code: 'rate_limited' })
      service.advance(1_000)
    }
  } finally {
    await service.pool.query('alter table api_key_away rename to api_key')
  }
  await enter(key, ip)
})

test('on an operation for sessions only, valid and unknown keys get the same response', async () => {
  const responses = await Promise.all(
    [(await newKey()).key, newToken(apiKeyPrefix)].map((key) =>
      service.call('GET', `/v1/organizations/${owner.organizationId}/invitations`, {
        headers: { authorization: `Bearer ${key}` },
      }),
    ),
  )
  const refusal = { code: 'forbidden', detail: 'API keys cannot use this operation.' }
  for (const response of responses) expect(response).toMatchObject({ status: 403, body: refusal })
})

test('simultaneous requests with a key that was not used yet are one attempt', async () => {
  const ip = '198.51.100.3'
  const { key } = await newKey()
  await Promise.all(Array.from({ length: 40 }, () => enter(key, ip)))
})

test('simultaneous requests with different wrong keys are limited', async () => {
  const ip = '198.51.100.4'
  const wrong = Array.from({ length: wrongKeysOfNetwork.burst + 5 }, () => newToken(apiKeyPrefix))
  const outcomes = await Promise.allSettled(wrong.map((key) => enter(key, ip)))
  const codes = outcomes.map((outcome) => outcome.status === 'rejected' && outcome.reason.code)
  expect(codes.filter((code) => code === 'unauthenticated')).toHaveLength(wrongKeysOfNetwork.burst)
  expect(codes.filter((code) => code === 'rate_limited')).toHaveLength(5)
})
