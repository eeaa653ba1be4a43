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
const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name).toSorted((a, b) => a.localeCompare(b))

describe.each(languages)('%s', (language) => {
  const catalogue = catalogues[language]

  test('has exactly the texts of English', () => {
    expect(Object.keys(catalogue)).toEqual(Object.keys(en))
    for (const [key, entry] of entries(catalogue)) {
      expect(typeof entry, key).toBe(typeof en[key])
      for (const text of typeof entry === 'string' ? [entry] : Object.values(entry)) {
        expect(text.trim(), key).not.toBe('')
      }
    }
  })

  test('has all plural forms of its language', () => {
    const rules = new Intl.PluralRules(language)
    const used = rules.resolvedOptions().pluralCategories.toSorted()
    for (const [key, entry] of entries(catalogue)) {
      if (typeof entry !== 'string') expect(Object.keys(entry).toSorted(), key).toEqual(used)
    }
  })

  test('has the same placeholders as English', () => {
    for (const [key, entry] of entries(catalogue)) {
      const english: string | Plural = en[key]
      if (typeof entry === 'string') expect(placeholders(entry), key).toEqual(placeholders(english as string))
      else expect(placeholders(entry.other), key).toEqual(['n'])
    }
  })

  test('names the launcher as the loader does', () => {
    expect(launcherTexts[language][0]).toBe(catalogue.openChat)
  })
})
