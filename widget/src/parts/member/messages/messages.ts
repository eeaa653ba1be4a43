import type { TranslationOf } from '../../../messages/translate.ts'
import type { messages as english } from './en.ts'

/** The texts of sign-in in one language. */
export type MemberMessages = TranslationOf<typeof english>
