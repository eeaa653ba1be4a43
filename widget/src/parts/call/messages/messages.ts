import type { messages as english } from './en.ts'

/** The words of calls in one language. What stands in braces is replaced. */
export type CallMessages = Record<keyof typeof english, string>
