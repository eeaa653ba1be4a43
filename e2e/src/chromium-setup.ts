import type { TestProject } from 'vitest/node'
import { findChromium, findShell } from './find-chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    chromiumPath: string
    /** Chromium without its user interface; the complete browser if there is none. */
    shellPath: string
  }
}

/** Provides the paths of both, which are searched once. */
export async function setup({ provide }: TestProject): Promise<void> {
  const [found, shell] = await Promise.all([findChromium(), findShell()])
  if (found === undefined || shell === undefined)
    throw new Error('There is no Chromium: `npm run e2e` installs one.')
  provide('chromiumPath', found.path)
  provide('shellPath', shell.path)
}
