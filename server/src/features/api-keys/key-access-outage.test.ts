import { expect, onTestFinished, test } from 'vitest'
import { createLocalBus } from '../../core/bus/bus.ts'
import { apiKeyPrefix } from '../../core/permissions.ts'
import { createRateLimits } from '../../core/rate-limits.ts'
import { newToken } from '../../core/secrets.ts'
import { createAuthorizeAccess, wrongKeysOfNetwork } from './key-access.ts'

test('while the database is unavailable, different keys of an address get their attempts back after a second', async () => {
  let now = 1_000_000
  const clock = () => now
  const bus = createLocalBus((error) => {
    throw error
  })
  const rateLimits = createRateLimits({ bus, clock })
  onTestFinished(() => rateLimits.close())
  const authorizeAccess = createAuthorizeAccess({
    apiKeys: { use: () => Promise.reject(new Error('unavailable')) },
    authorizeAgent: () => Promise.reject(new Error('no session')),
    networkOf: (address) => address,
    rateLimits,
    clock,
  })
  const attempt = () =>
    authorizeAccess(
      { headers: { authorization: `Bearer ${newToken(apiKeyPrefix)}` }, ip: '198.51.100.1' },
      'an organization',
      { role: 'admin', scope: 'webhooks:read' },
    )
  const useUpLimit = async () => {
    for (let index = 0; index < wrongKeysOfNetwork.burst; index += 1)
      await expect(attempt()).rejects.toThrow('unavailable')
    await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited' })
  }
  await useUpLimit()
  now += 999
  await expect(attempt()).rejects.toMatchObject({ code: 'rate_limited' })
  now += 1
  await useUpLimit()
})
