import { expect, test } from 'vitest'
import { panelLanguages, preferredLanguage, loadCatalogue } from './i18n.tsx'

test('the stored language wins, then the browser’s first supported one, then English', () => {
  expect(preferredLanguage('de', ['fr-CA'])).toBe('de')
  expect(preferredLanguage(null, ['nl', 'tr-TR', 'de'])).toBe('tr')
  expect(preferredLanguage('klingon', ['es'])).toBe('es')
  expect(preferredLanguage(null, ['nl'])).toBe('en')
})

test('names of Object.prototype are not languages', () => {
  expect(preferredLanguage('constructor', ['toString', '__proto__'])).toBe('en')
})

test('no translation has empty or untranslated texts', async () => {
  const english = sentences(await loadCatalogue('en'))
  for (const language of panelLanguages.filter((each) => each !== 'en')) {
    const own = sentences(await loadCatalogue(language))
    expect([...own.keys()], language).toEqual([...english.keys()])
    expect(
      [...own].filter(([, text]) => text.trim() === ''),
      language,
    ).toEqual([])
    // Single words may be the same in two languages (Team, Widgets); whole sentences are not.
    const same = [...own].filter(([key, text]) => text === english.get(key) && text.split(' ').length > 3)
    expect(same, language).toEqual([])
  }
})

/** All texts by path; functions are called with 3 for each parameter. */
function sentences(texts: object, path = ''): Map<string, string> {
  const found = new Map<string, string>()
  for (const [key, value] of Object.entries(texts) as [string, unknown][]) {
    const at = path === '' ? key : `${path}.${key}`
    if (typeof value === 'string') found.set(at, value)
    else if (typeof value === 'function')
      found.set(at, String((value as (...parts: unknown[]) => unknown)(3, 3)))
    else if (typeof value === 'object' && value !== null) {
      for (const [place, text] of sentences(value, at)) found.set(place, text)
    }
  }
  return found
}
