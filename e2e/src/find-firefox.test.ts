import { expect, it, vi } from 'vitest'
import { findFirefox } from './find-firefox.ts'

it('refuses a PARLEY_FIREFOX that is no Firefox, instead of taking another', async () => {
  vi.stubEnv('PARLEY_FIREFOX', process.execPath)
  await expect(findFirefox()).rejects.toThrow(`PARLEY_FIREFOX is "${process.execPath}", which is no Firefox`)
})
