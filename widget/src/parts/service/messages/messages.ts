import type { TranslationOf } from '../../../messages/translate.ts'
import type { messages as english } from './en.ts'

/** The texts of business hours, survey and transcript in one language. */
export type ServiceMessages = TranslationOf<typeof english>
