import { expect, test } from 'vitest'
import { chooseLanguage } from './language.ts'

test('nothing known is English', () => {
  expect(chooseLanguage([])).toBe('en')
  expect(chooseLanguage([undefined, null, '', 'auto', 'xx', 'de_DE', 'constructor'])).toBe('en')
})

test('the first that we speak counts, the region does not', () => {
  expect(chooseLanguage(['pt-BR', 'fr-CA', 'de'])).toBe('fr')
  expect(chooseLanguage(['AR-eg'])).toBe('ar')
})
