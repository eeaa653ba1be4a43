import type { TestProject } from 'vitest/node'
import { findFirefox } from './find-firefox.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** null: there is none, and what needs one is left out. */
    firefoxPath: string | null
  }
}

/** Hands the tests the other browser, looked up once. */
export async function setup({ provide }: TestProject): Promise<void> {
  provide('firefoxPath', (await findFirefox())?.path ?? null)
}
