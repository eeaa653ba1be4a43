import { useLanguage } from './i18n.tsx'

/**
 * The browser's variant of the panel's language: English is `14:05` in Great Britain and `2:05 PM` in the
 * United States.
 */
export function localeOf(language: string, browser: readonly string[]): string {
  return browser.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language
}

/** Locale for `Intl`: times, numbers, country names. */
export const useLocale = (): string => localeOf(useLanguage().language, navigator.languages)
