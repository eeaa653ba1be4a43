import { inject, expect, it, vi } from 'vitest'
import { findChromium, findShell } from './find-chromium.ts'

it('refuses a PARLEY_CHROMIUM that is not Chromium instead of falling back', async () => {
  vi.stubEnv('PARLEY_CHROMIUM', process.execPath)
  await expect(findChromium()).rejects.toThrow(
    `PARLEY_CHROMIUM is "${process.execPath}", which is no Chromium`,
  )
})

it('uses the Chromium that PARLEY_CHROMIUM names', async () => {
  vi.stubEnv('PARLEY_CHROMIUM', inject('chromiumPath'))
  expect(await findChromium()).toMatchObject({ path: inject('chromiumPath') })
})

it('uses the Chromium that PARLEY_CHROMIUM names instead of the headless shell', async () => {
  vi.stubEnv('PARLEY_CHROMIUM', inject('chromiumPath'))
  expect(await findShell()).toMatchObject({ path: inject('chromiumPath') })
})
