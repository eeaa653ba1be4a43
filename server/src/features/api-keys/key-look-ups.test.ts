import { expect, onTestFinished, test } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { apiKeyPrefix } from '../../core/permissions.ts'
import { createRateLimits } from '../../core/rate-limits.ts'
import { newToken } from '../../core/secrets.ts'
import type { KnownKey } from './api-key-store.ts'
import { createAuthorizeAccess, requestsOfKey, wrongKeysOfNetwork } from './key-access.ts'

/** Requests with API keys, which `use` looks up. */
function openAccess(use: () => Promise<KnownKey | undefined>) {
  const time = { now: 1_000_000 }
  const clock = () => time.now
  const bus = createLocalBus((error) => {
    throw error
  })
  const rateLimits = createRateLimits({ bus, clock })
  onTestFinished(() => rateLimits.close())
  const authorize = createAuthorizeAccess({
    apiKeys: { use },
    authorizeAgent: () => Promise.reject(new Error('no session')),
    networkOf: (address) => address,
    rateLimits,
    clock,
  })
  return {
    time,
    enter: (key: string) =>
      authorize({ headers: { authorization: `Bearer ${key}` }, ip: '198.51.100.1' }, 'organization', {
        role: 'admin',
        scope: 'webhooks:read',
      }),
  }
}

test('while the database is unavailable, different keys of an address get their attempts back after a second', async () => {
  const { time, enter } = openAccess(() => Promise.reject(new Error('unavailable')))
  const attempt = () => enter(newToken(apiKeyPrefix))
  const useUpLimit = async () => {
    for (let index = 0; index < wrongKeysOfNetwork.burst; index += 1)
      await expect(attempt()).rejects.toThrow('unavailable')
    await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited' })
  }
  await useUpLimit()
  time.now += 999
  await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited' })
  time.now += 1
  await useUpLimit()
})

test('requests over the limit of a key are refused without a look-up, and a revoked key as soon as it is looked up', async () => {
  let known: KnownKey | undefined = {
    id: 'key',
    organization_id: 'organization',
    scopes: ['webhooks:read'],
    last_used_at: null,
  }
  let lookUps = 0
  const { time, enter } = openAccess(async () => {
    lookUps += 1
    return known
  })
  const key = newToken(apiKeyPrefix)
  for (let index = 0; index < requestsOfKey.burst; index += 1) await enter(key)
  for (let index = 0; index < 5; index += 1)
    await expect(enter(key)).rejects.toMatchObject({ code: 'rate_limited' })
  expect(lookUps).toBe(requestsOfKey.burst)
  time.now += 1000 / requestsOfKey.perSecond
  known = undefined
  for (let index = 0; index < 2; index += 1)
    await expect(enter(key)).rejects.toMatchObject({ code: 'unauthenticated' })
  expect(lookUps).toBe(requestsOfKey.burst + 1)
})
