import type { TranslationOf } from '../../../messages/translate.ts'
import type { messages as english } from './en.ts'

/** What to do about problems with calls, in one language. */
export type CallHelpMessages = TranslationOf<typeof english>
