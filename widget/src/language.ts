import type { Language } from '@parley/protocol/provider'

export const languages: readonly Language[] = ['en', 'tr', 'de', 'es', 'fr', 'ar']

/**
 * Returns the first supported language of the BCP 47 tags, else English. Regions are ignored: there is one catalogue per
 * language.
 */
export function chooseLanguage(wanted: readonly (string | null | undefined)[]): Language {
  for (const tag of wanted) {
    const found = languages.find((language) => language === tag?.toLowerCase().split('-')[0])
    if (found) return found
  }
  return 'en'
}
