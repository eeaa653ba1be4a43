import { mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { standStill } from './accessibility.ts'

const folder = process.env['PARLEY_E2E_SCREENSHOTS'] ?? path.join(tmpdir(), 'parley-e2e-screenshots')

/** Saves a screenshot for manual inspection in $PARLEY_E2E_SCREENSHOTS, or else in the temp folder. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await standStill(page)
  await page.screenshot({ path: path.join(folder, `${name}.png`) })
}
