import type { messages as english } from './en.ts'

/** The words of being somebody in one language. What stands in braces is replaced. */
export type MemberMessages = Record<keyof typeof english, string>
