import type { TranslationOf } from '../../../messages/translate.ts'
import type { messages as english } from './en.ts'

/** The texts of menu, emoji, uploads and images in one language. */
export type ToolsMessages = TranslationOf<typeof english>
