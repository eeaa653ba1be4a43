import type { TimeLanguage } from './time-words.ts'

/** A record, so that a missing language does not compile. */
const languages: Record<TimeLanguage, true> = { en: true, tr: true, de: true, es: true, fr: true, ar: true }

const isKnown = (language: string): language is TimeLanguage => Object.hasOwn(languages, language)

/** The language of a locale, as in `de-AT`; English for any other. */
export function timeLanguageOf(locale: string): TimeLanguage {
  const language = locale.slice(0, 2)
  return isKnown(language) ? language : 'en'
}
