import { expect, it, vi } from 'vitest'
import { findFirefox } from './find-firefox.ts'

it('refuses a PARLEY_FIREFOX that is not Firefox instead of falling back', async () => {
  vi.stubEnv('PARLEY_FIREFOX', process.execPath)
  await expect(findFirefox()).rejects.toThrow(`PARLEY_FIREFOX is "${process.execPath}", which is no Firefox`)
})
