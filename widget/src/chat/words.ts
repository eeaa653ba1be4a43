import type { Language } from '@parley/protocol/provider'
import type { Messages, Plural } from '../messages/messages.ts'

/** The chat's words in one language, with numbers and names put in. */
export interface Words {
  language: Language
  direction: 'ltr' | 'rtl'
  /** `value`: the number of a plural, or what replaces `{name}` and the like. */
  say(key: keyof Messages, value?: number | Record<string, string>): string
}

export function createWords(language: Language, messages: Messages): Words {
  const rules = new Intl.PluralRules(language)
  const numbers = new Intl.NumberFormat(language)

  return {
    language,
    direction: language === 'ar' ? 'rtl' : 'ltr',
    say(key, value) {
      const entry: string | Plural = messages[key]
      const count = typeof value === 'number' ? value : 0
      const text = typeof entry === 'string' ? entry : (entry[rules.select(count)] ?? entry.other)
      const values: Record<string, string> = typeof value === 'object' ? value : { n: numbers.format(count) }
      return text.replace(/\{(\w+)\}/g, (hole, name: string) => values[name] ?? hole)
    },
  }
}
