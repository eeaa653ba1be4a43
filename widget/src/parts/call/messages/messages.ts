import type { TranslationOf } from '../../../messages/translate.ts'
import type { messages as english } from './en.ts'

/** The texts of calls in one language. */
export type CallMessages = TranslationOf<typeof english>
