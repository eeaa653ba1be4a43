import { expect, test } from 'vitest'
import type { AutomaticReply } from '@parley/protocol/automatic-reply'
import { edited, isSame, valueOf } from '../../ui/draft.ts'
import { mergedReply } from './merged-reply.ts'

const base: AutomaticReply = { on: true, text: 'Hello', translations: { de: 'Hallo', es: 'Hola' } }
const de = (text: string) => ({ ...base.translations, de: text })

test('what a colleague saves in a reply is kept, except the parts that were edited too', () => {
  const own = { ...base, text: 'Welcome' }
  expect(mergedReply(base, own, { ...base, on: false, text: 'Hi' })).toEqual({
    on: false,
    text: 'Welcome',
    translations: base.translations,
  })
  expect(mergedReply(base, { ...base, text: null }, base).text).toBeNull()
  expect(mergedReply(base, { ...base, on: false }, { ...base, text: null })).toEqual({
    ...base,
    on: false,
    text: null,
  })
})

test('translations that a colleague adds, changes or removes are kept so, except those that were edited too', () => {
  const merged = (own: AutomaticReply['translations'], stored: AutomaticReply['translations']) =>
    mergedReply(base, { ...base, translations: own }, { ...base, translations: stored }).translations
  expect(merged(de('Guten Tag'), { de: 'Moin', fr: 'Bonjour' })).toEqual({ de: 'Guten Tag', fr: 'Bonjour' })
  expect(merged({ es: 'Hola' }, { de: 'Moin', es: 'Buenas' })).toEqual({ es: 'Buenas' })
  expect(merged({ ...base.translations, fr: 'Salut' }, {})).toEqual({ fr: 'Salut' })
})

test('a translation that is removed and written again is no change', () => {
  const again = { ...base, translations: { es: 'Hola', de: 'Hallo' } }
  expect(isSame(mergedReply(base, again, base), base)).toBe(true)
})

test('an edit of a form leaves what a colleague has saved in the same reply', () => {
  const stored = { greeting: base, away: base }
  const edits = edited({ own: {}, base: {} }, stored, {
    greeting: { ...base, translations: de('Guten Tag') },
  })
  const theirs = { greeting: { ...base, text: 'Hi' }, away: { ...base, on: false } }
  expect(valueOf(theirs, edits, { greeting: mergedReply, away: mergedReply })).toEqual({
    greeting: { ...base, text: 'Hi', translations: de('Guten Tag') },
    away: { ...base, on: false },
  })
})
