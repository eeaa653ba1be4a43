import { timeWords, type Meaning, type TimeLanguage, type TimeUnit } from './time-words.ts'

/** Phrases of a language as space-separated tokens, each with its meanings in order of preference. */
export interface WordTable {
  phrases: ReadonlyMap<string, readonly Meaning[]>
  /** Tokens of the longest phrase. */
  longest: number
}

const tables = new Map<TimeLanguage, WordTable>()

export function wordTable(language: TimeLanguage): WordTable {
  const known = tables.get(language)
  if (known !== undefined) return known
  const table = build(language)
  tables.set(language, table)
  return table
}

function build(language: TimeLanguage): WordTable {
  const words = timeWords[language]
  const phrases = new Map<string, Meaning[]>()
  let longest = 1
  const add = (text: string, meaning: Meaning) => {
    for (const phrase of text.split('|')) {
      const tokens = tokensOf(phrase, language)
      if (tokens.length === 0) continue
      const key = tokens.join(' ')
      phrases.set(key, [...(phrases.get(key) ?? []), meaning])
      longest = Math.max(longest, tokens.length)
    }
  }
  add(words.in, { kind: 'in' })
  add(words.clock, { kind: 'clock' })
  add(words.am ?? '', { kind: 'am' })
  add(words.pm ?? '', { kind: 'pm' })
  for (const [unit, text] of Object.entries(words.units)) add(text, { kind: 'unit', unit: unit as TimeUnit })
  words.numbers.forEach((text, index) => add(text, { kind: 'number', value: index + 1 }))
  for (const [text, amount, unit] of words.spans) add(text, { kind: 'span', amount, unit })
  words.days.forEach((text, ahead) => add(text, { kind: 'day', ahead }))
  words.parts.forEach((text, index) => add(text, { kind: 'part', hour: partHours[index] ?? 9 }))
  add(words.nextWeek, { kind: 'next', unit: 'week' })
  add(words.nextMonth, { kind: 'next', unit: 'month' })
  for (const style of ['long', 'short'] as const) {
    const weekday = new Intl.DateTimeFormat(language, { weekday: style, timeZone: 'UTC' })
    const month = new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' })
    // 1 January 2023 was a Sunday.
    for (let day = 0; day < 7; day++)
      addNew(weekday.format(Date.UTC(2023, 0, 1 + day)), { kind: 'weekday', day })
    for (let index = 0; index < 12; index++)
      addNew(month.format(Date.UTC(2023, index, 15)), { kind: 'month', month: index })
  }
  add(words.skip, { kind: 'skip' })
  return { phrases, longest }

  /** Long and short names are often the same. */
  function addNew(text: string, meaning: Meaning) {
    const key = tokensOf(text, language).join(' ')
    if (!phrases.has(key)) add(text, meaning)
  }
}

const partHours = [9, 12, 15, 18]

/**
 * Lower case, without accents, Arabic letter variants and digits unified. `9am` becomes two tokens; `9:30`, `9h30` and `24.12.`
 * stay one.
 */
export function tokensOf(text: string, language: TimeLanguage): string[] {
  return text
    .toLocaleLowerCase(language)
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replaceAll('ı', 'i')
    .replaceAll('ة', 'ه')
    .replaceAll('ى', 'ي')
    .replace(/[٠-٩]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/(\d)[-‐](?=\d)/g, '$1~')
    .split(/[\s,،'’‘-]+/)
    .map((token) => token.replaceAll('~', '-'))
    .flatMap((token) => /^(\d{1,3})([^\d:.h/-].*|h)$/.exec(token)?.slice(1) ?? token)
    .map((token) => (/^\d+\.\d+\.?$/.test(token) ? token : token.replace(/\.+$/, '')))
    .map((token) => (/\d/.test(token) ? token : token.replaceAll('.', '')))
    .filter((token) => token !== '')
}
