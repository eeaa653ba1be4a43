import type { TestProject } from 'vitest/node'
import { findChromium, findShell } from './find-chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    chromiumPath: string
    /** Chromium's headless shell; the complete browser if there is none. */
    shellPath: string
  }
}

/** Finds both once for all test files. */
export async function setup({ provide }: TestProject): Promise<void> {
  const [found, shell] = await Promise.all([findChromium(), findShell()])
  if (found === undefined || shell === undefined)
    throw new Error('There is no Chromium: `npm run e2e` installs one.')
  provide('chromiumPath', found.path)
  provide('shellPath', shell.path)
}
