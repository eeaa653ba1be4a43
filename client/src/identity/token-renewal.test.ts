import { expect, test, vi } from 'vitest'
import { createTestPlatform } from '../testing/test-platform.ts'
import { createTokenRenewal } from './token-renewal.ts'

test.each([
  [0, 120_000],
  [0.5, 105_000],
  [1, 90_000],
])('a token is renewed at a random moment: %d, %d ms before it expires', async (random, beforeMs) => {
  const platform = createTestPlatform(() => {
    throw new Error('Nobody connects')
  })
  platform.setRandom(random)
  const renew = vi.fn<() => Promise<boolean>>(async () => true)
  const renewal = createTokenRenewal(platform)
  const token = { text: '', uid: 'ada', expires: platform.now() + 3_600_000, renewAheadMs: 120_000 }
  renewal.schedule(token, { now: platform.now, renew })
  await platform.advance(3_600_000 - beforeMs - 1)
  expect(renew).not.toHaveBeenCalled()
  await platform.advance(1)
  expect(renew).toHaveBeenCalledOnce()
  renewal.close()
})

test('a token that is due when it arrives, because of a wrong clock, is renewed after five seconds', async () => {
  const platform = createTestPlatform()
  const renew = vi.fn<() => Promise<boolean>>(async () => true)
  const renewal = createTokenRenewal(platform)
  const token = { text: '', uid: 'ada', expires: platform.now() - 86_400_000, renewAheadMs: 120_000 }
  renewal.schedule(token, { now: platform.now, renew })
  platform.wake()
  await platform.advance(4_999)
  expect(renew).not.toHaveBeenCalled()
  await platform.advance(1)
  expect(renew).toHaveBeenCalledOnce()
  renewal.close()
})
