import { useDirection } from '@mantine/core'
import { createContext, use, useEffect, useMemo, useState, type ReactNode } from 'react'
import { en, type Messages } from '../messages/en.ts'

/** English comes with the first load; every other language is a chunk of its own. */
const catalogues = {
  en: () => Promise.resolve(en),
  tr: () => import('../messages/tr/tr.ts').then(({ tr }) => tr),
  de: () => import('../messages/de/de.ts').then(({ de }) => de),
  es: () => import('../messages/es/es.ts').then(({ es }) => es),
  fr: () => import('../messages/fr/fr.ts').then(({ fr }) => fr),
  ar: () => import('../messages/ar/ar.ts').then(({ ar }) => ar),
} satisfies Record<string, () => Promise<Messages>>

export type PanelLanguage = keyof typeof catalogues

/** Each in itself, so that everybody finds their own. */
export const languageNames: Record<PanelLanguage, string> = {
  en: 'English',
  tr: 'Türkçe',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  ar: 'العربية',
}

export const panelLanguages = Object.keys(catalogues).filter(isSpoken)

function isSpoken(tag: string): tag is PanelLanguage {
  return Object.hasOwn(catalogues, tag)
}

/** Read by public/first-paint.js too, before any of this runs. */
const storageKey = 'parley-language'

export interface Spoken {
  language: PanelLanguage
  words: Messages
  direction: 'ltr' | 'rtl'
}

interface Speech extends Spoken {
  /** Stored for the next visit. A language that we do not speak changes nothing. */
  speak: (language: string) => void
}
const SpeechContext = createContext<Speech | null>(null)

/** The stored language, else the first of the browser's that we speak, else English. */
export function preferredLanguage(stored: string | null, browser: readonly string[]): PanelLanguage {
  const wanted = [stored ?? '', ...browser].map((tag) => tag.toLowerCase().split('-')[0] ?? '')
  return wanted.find(isSpoken) ?? 'en'
}

export const readWords = (language: PanelLanguage): Promise<Messages> => catalogues[language]()

async function load(language: PanelLanguage): Promise<Spoken> {
  const words = await readWords(language)
  return { language, words, direction: language === 'ar' ? 'rtl' : 'ltr' }
}

/** Loads the language to start in. A chunk that does not load costs the language, not the panel. */
export const loadSpeech = (): Promise<Spoken> =>
  load(preferredLanguage(readStored(), navigator.languages)).catch(() => load('en'))

export function SpeechProvider({ start, children }: { start: Spoken; children: ReactNode }) {
  const [spoken, setSpoken] = useState(start)
  const { setDirection } = useDirection()

  useEffect(() => {
    document.documentElement.lang = spoken.language
    setDirection(spoken.direction)
  }, [spoken, setDirection])

  const speech = useMemo<Speech>(
    () => ({
      ...spoken,
      speak(language) {
        if (!isSpoken(language)) return
        store(language)
        void load(language).then(setSpoken)
      },
    }),
    [spoken],
  )
  return <SpeechContext value={speech}>{children}</SpeechContext>
}

function useSpeech(): Speech {
  const speech = use(SpeechContext)
  if (speech === null) throw new Error('useWords outside of SpeechProvider')
  return speech
}

/** Every sentence of the panel, in the language in use. */
export const useWords = (): Messages => useSpeech().words

export function useLanguage() {
  const { language, speak } = useSpeech()
  return { language, speak }
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
    // Storage may be forbidden: the choice then lasts until the page is left.
  }
}
