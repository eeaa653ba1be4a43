import type { Language } from '@parley/protocol/provider'
import { expect, test } from 'vitest'
import { messages as ar } from './ar.ts'
import { messages as de } from './de.ts'
import { messages as en } from './en.ts'
import { messages as es } from './es.ts'
import { messages as fr } from './fr.ts'
import type { ServiceMessages } from './messages.ts'
import { messages as tr } from './tr.ts'

const catalogues: Record<Language, ServiceMessages> = { en, tr, de, es, fr, ar }
const holes = (text: string) => text.match(/\{\w+\}/g) ?? []

test.each(Object.entries(catalogues))(
  '%s has every text, with the same names put in as English',
  (_, one) => {
    expect(Object.keys(one)).toEqual(Object.keys(en))
    for (const key of Object.keys(en) as (keyof ServiceMessages)[]) {
      expect(one[key].trim(), key).not.toBe('')
      expect(holes(one[key]), key).toEqual(holes(en[key]))
    }
  },
)
