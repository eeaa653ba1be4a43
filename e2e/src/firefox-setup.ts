import type { TestProject } from 'vitest/node'
import { findFirefox } from './find-firefox.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** null if there is none: tests that need it are skipped. */
    firefoxPath: string | null
  }
}

/** Provides the path of Firefox, which is searched once. */
export async function setup({ provide }: TestProject): Promise<void> {
  provide('firefoxPath', (await findFirefox())?.path ?? null)
}
