import { messages } from './en.ts'
import { keysOf } from './translate.ts'

export const m = keysOf(messages)
