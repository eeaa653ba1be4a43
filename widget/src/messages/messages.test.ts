import type { Language } from '@parley/protocol/provider'
import { describe, expect, test } from 'vitest'
import { launcherTexts } from '../loader/launcher-texts.ts'
import { languages } from '../language.ts'
import { messages as ar } from './ar.ts'
import { messages as de } from './de.ts'
import { messages as en } from './en.ts'
import { messages as es } from './es.ts'
import { messages as fr } from './fr.ts'
import type { Messages } from './messages.ts'
import type { Plural } from './translate.ts'
import { messages as tr } from './tr.ts'

const catalogues: Record<Language, Messages> = { en, tr, de, es, fr, ar }
const entries = (messages: Messages) => Object.entries(messages) as [keyof Messages, string | Plural][]
const holes = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted((a, b) => a.localeCompare(b))

describe.each(languages)('%s', (language) => {
  const catalogue = catalogues[language]

  test('has every text, and no other', () => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(en))
    for (const [key, entry] of entries(catalogue)) {
      expect(typeof entry, key).toBe(typeof en[key])
      for (const text of typeof entry === 'string' ? [entry] : Object.values(entry)) {
        expect(text.trim(), key).not.toBe('')
      }
    }
  })

  test('has the form of every number, none by falling back', () => {
    const rules = new Intl.PluralRules(language)
    const used = rules.resolvedOptions().pluralCategories.toSorted()
    for (const [key, entry] of entries(catalogue)) {
      if (typeof entry !== 'string') expect(Object.keys(entry).toSorted(), key).toEqual(used)
    }
  })

  test('puts in the same names as English', () => {
    for (const [key, entry] of entries(catalogue)) {
      const english: string | Plural = en[key]
      if (typeof entry === 'string') expect(holes(entry), key).toEqual(holes(english as string))
      else expect(holes(entry.other), key).toEqual(['n'])
    }
  })

  test('calls the launcher the same before and after the chat is there', () => {
    expect(launcherTexts[language][0]).toBe(catalogue.openChat)
  })
})
