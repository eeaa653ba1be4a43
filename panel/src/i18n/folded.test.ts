import { expect, test } from 'vitest'
import { folded } from './folded.ts'

test.each([
  ['VIP', 'vip'],
  ['İade', 'iade'],
  ['ISI haritası', 'ısı harıtası'],
  ['Çağrı', 'cagri'],
  ['Résumé', 'resume'],
  ['ﬁle Ⅳ', 'FILE IV'],
])('%j is found by %j', (name, search) => {
  expect(folded(name)).toBe(folded(search))
})
