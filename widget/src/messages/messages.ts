import type { messages as english } from './en.ts'
import type { TranslationOf } from './translate.ts'

/** The texts of the chat in one language. */
export type Messages = TranslationOf<typeof english>
