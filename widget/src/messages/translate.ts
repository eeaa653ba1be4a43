import type { Language } from '@parley/protocol/provider'

/** A text whose form depends on a number; the number replaces `{n}`. Each language has the forms that it uses. */
export type Plural = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** The same texts in another language. */
export type TranslationOf<C> = { [K in keyof C]: C[K] extends string ? string : Plural }

declare const catalogue: unique symbol
/** Names a text of the catalogue `C`. */
export type MessageKey<C> = string & { readonly [catalogue]: C }
export type MessageKeys<C> = { readonly [K in keyof C]: MessageKey<C> }

/** The keys of a catalogue, so that the build can replace them by numbers and the catalogues by arrays (vite.config.ts). */
export const keysOf = <C extends object>(messages: C): MessageKeys<C> =>
  Object.fromEntries(Object.keys(messages).map((key) => [key, key])) as unknown as MessageKeys<C>

/** Returns a text. `value`: the number of a plural, or what replaces `{name}` and the like. */
export type Translate<C> = (key: MessageKey<C>, value?: number | Record<string, string>) => string

export function createTranslate<C extends object>(
  language: Language,
  messages: TranslationOf<C>,
): Translate<C> {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)

  return (key, value) => {
    const entry = (messages as Record<string, string | Plural>)[key]!
    const count = typeof value === 'number' ? value : 0
    const text = typeof entry === 'string' ? entry : (entry[rules.select(count)] ?? entry.other)
    const values: Record<string, string> = typeof value === 'object' ? value : { n: numbers.format(count) }
    return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder)
  }
}
