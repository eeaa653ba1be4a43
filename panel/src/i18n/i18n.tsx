import { useDirection } from '@mantine/core'
import { createContext, use, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { en, type Messages } from '../messages/en.ts'

/** English is in the main bundle; other languages are separate chunks. */
const catalogues = {
  en: () => Promise.resolve(en),
  tr: () => import('../messages/tr/tr.ts').then(({ tr }) => tr),
  de: () => import('../messages/de/de.ts').then(({ de }) => de),
  es: () => import('../messages/es/es.ts').then(({ es }) => es),
  fr: () => import('../messages/fr/fr.ts').then(({ fr }) => fr),
  ar: () => import('../messages/ar/ar.ts').then(({ ar }) => ar),
} satisfies Record<string, () => Promise<Messages>>

export type PanelLanguage = keyof typeof catalogues

/** Language names in their own language. */
export const languageNames: Record<PanelLanguage, string> = {
  en: 'English',
  tr: 'Türkçe',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ar: 'العربية',
}

export const panelLanguages = Object.keys(catalogues).filter(isPanelLanguage)

function isPanelLanguage(tag: string): tag is PanelLanguage {
  return Object.hasOwn(catalogues, tag)
}

/** Also read by first-paint.js, before this runs. */
const storageKey = 'parley-language'

export interface LoadedLanguage {
  language: PanelLanguage
  texts: Messages
  direction: 'ltr' | 'rtl'
}

interface I18n extends LoadedLanguage {
  /** What a selection shows: `language`, or the one that is being downloaded. */
  chosen: PanelLanguage
  /**
   * Loads the language and stores it for the next visit. Ignores unknown languages, and the result of a choice that was replaced by
   * another one.
   * @throws if its file cannot be loaded
   */
  setLanguage: (language: string) => Promise<void>
}
const I18nContext = createContext<I18n | null>(null)

/** The stored language, else the first supported one of the browser, else English. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): PanelLanguage {
  const wanted = [stored ?? '', ...browser].map((tag) => tag.toLowerCase().split('-')[0] ?? '')
  return wanted.find(isPanelLanguage) ?? 'en'
}

export const loadCatalogue = (language: PanelLanguage): Promise<Messages> => catalogues[language]()

async function load(language: PanelLanguage): Promise<LoadedLanguage> {
  const texts = await loadCatalogue(language)
  return { language, texts, direction: language === 'ar' ? 'rtl' : 'ltr' }
}

/** Loads the initial language. Falls back to English if its chunk fails to load. */
export const loadLanguage = (): Promise<LoadedLanguage> =>
  load(preferredLanguage(readStored(), navigator.languages)).catch(() => load('en'))

export function I18nProvider(props: {
  start: LoadedLanguage
  /** Wraps downloads of languages that are chosen later. */
  loadCode: (load: () => Promise<LoadedLanguage>) => Promise<LoadedLanguage>
  children: ReactNode
}) {
  const { start, loadCode } = props
  const [loaded, setLoaded] = useState(start)
  const [pending, setPending] = useState<PanelLanguage | null>(null)
  const choices = useRef(0)
  const { setDirection } = useDirection()

  useEffect(() => {
    document.documentElement.lang = loaded.language
    setDirection(loaded.direction)
  }, [loaded, setDirection])

  const i18n = useMemo<I18n>(
    () => ({
      ...loaded,
      chosen: pending ?? loaded.language,
      async setLanguage(language) {
        if (!isPanelLanguage(language)) return
        const choice = (choices.current += 1)
        const isLast = () => choice === choices.current
        setPending(language)
        try {
          const next = await loadCode(() => load(language))
          if (!isLast()) return
          store(language)
          setLoaded(next)
        } catch (error) {
          if (isLast()) throw error
        } finally {
          if (isLast()) setPending(null)
        }
      },
    }),
    [loaded, pending, loadCode],
  )
  return <I18nContext value={i18n}>{props.children}</I18nContext>
}

function useI18n(): I18n {
  const i18n = use(I18nContext)
  if (i18n === null) throw new Error('useTexts outside of I18nProvider')
  return i18n
}

/** All texts of the panel in the current language. */
export const useTexts = (): Messages => useI18n().texts

export function useLanguage() {
  const { language, chosen, setLanguage } = useI18n()
  return { language, chosen, setLanguage }
}

function readStored(): string | null {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

function store(language: PanelLanguage) {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // Storage may be blocked: the choice then lasts until the page is closed.
  }
}
