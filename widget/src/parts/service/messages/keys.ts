import { keysOf } from '../../../messages/translate.ts'
import { messages } from './en.ts'

export const m = keysOf(messages)
