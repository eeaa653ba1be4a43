import type { messages as english } from './en.ts'

/** A text whose form depends on a number; the number replaces `{n}`. Each language has the forms that it uses. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Every word of the chat in one language. What stands in braces is replaced by `words.ts`. */
export type Messages = {
  [Key in keyof typeof english]: (typeof english)[Key] extends string ? string : Plural
}
