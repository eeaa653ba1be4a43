import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { standStill } from './accessibility.ts'

const folder = process.env['PARLEY_E2E_PICTURES'] ?? path.join(tmpdir(), 'parley-e2e-pictures')

/** Saves a screenshot for manual inspection in $PARLEY_E2E_PICTURES, or else in the temp folder. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await standStill(page)
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
