import type { TestProject } from 'vitest/node'
import { findChromium } from './find-chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    chromiumPath: string
  }
}

/** Provides the path of Chromium, which is searched once. */
export async function setup({ provide }: TestProject): Promise<void> {
  const found = await findChromium()
  if (found === undefined) throw new Error('There is no Chromium: `npm run e2e` installs one.')
  provide('chromiumPath', found.path)
}
