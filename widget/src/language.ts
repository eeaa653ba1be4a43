import type { Language } from '@parley/protocol/provider'

export const languages: readonly Language[] = ['en', 'tr', 'de', 'es', 'fr', 'ar']

/**
 * The first of the wanted tags (BCP 47, best first) that the widget speaks, else English. The region does not
 * count: there is one catalogue a language.
 */
export function chooseLanguage(wanted: readonly (string | null | undefined)[]): Language {
  for (const tag of wanted) {
    const found = languages.find((language) => language === tag?.toLowerCase().split('-')[0])
    if (found) return found
  }
  return 'en'
}
