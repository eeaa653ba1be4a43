import { useLanguage } from './i18n.tsx'

/**
 * The browser's own variant of the language in use: an English panel tells the time as `14:05` in Great Britain and as
 * `2:05 PM` in the United States.
 */
export function localeOf(language: string, browser: readonly string[]): string {
  return browser.find((tag) => tag.toLowerCase().split('-')[0] === language) ?? language
}

/** For everything that `Intl` writes: times, numbers, names of countries. */
export const useLocale = (): string => localeOf(useLanguage().language, navigator.languages)
