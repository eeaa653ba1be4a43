import { expect, test } from 'vitest'
import { chooseLanguage } from './language.ts'

test('falls back to English', () => {
  expect(chooseLanguage([])).toBe('en')
  expect(chooseLanguage([undefined, null, '', 'auto', 'xx', 'de_DE', 'constructor'])).toBe('en')
})

test('the first supported language is chosen, regardless of its region', () => {
  expect(chooseLanguage(['pt-BR', 'fr-CA', 'de'])).toBe('fr')
  expect(chooseLanguage(['AR-eg'])).toBe('ar')
})
