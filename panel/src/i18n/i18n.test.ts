import { expect, test } from 'vitest'
import { panelLanguages, preferredLanguage, loadCatalogue, type PanelLanguage } from './i18n.tsx'

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

test('a number takes the form of its noun in each language', async () => {
  const counted = async (language: PanelLanguage, count: number) =>
    (await loadCatalogue(language)).inbox.savedViews.count(count, String(count))
  expect([await counted('en', 1), await counted('en', 2)]).toEqual(['1 conversation', '2 conversations'])
  expect([await counted('de', 1), await counted('de', 2)]).toEqual(['1 Gespräch', '2 Gespräche'])
  expect([await counted('es', 1), await counted('es', 2)]).toEqual(['1 conversación', '2 conversaciones'])
  expect([await counted('tr', 1), await counted('tr', 2)]).toEqual(['1 konuşma', '2 konuşma'])
  expect((await loadCatalogue('en')).inbox.conversation.composer.left(1)).toBe('1 character left')

  const { mailed } = await loadCatalogue('ar')
  const arabic = [1, 2, 3, 11].map((count) => mailed.messages(count, 'ada@tea.example'))
  expect(arabic).toEqual([
    'أُرسلت رسالة واحدة غير مقروءة إلى ada@tea.example',
    'أُرسلت رسالتان غير مقروءتين إلى ada@tea.example',
    'أُرسلت 3 رسائل غير مقروءة إلى ada@tea.example',
    'أُرسلت 11 رسالة غير مقروءة إلى ada@tea.example',
  ])
  expect([await counted('ar', 1), await counted('ar', 2)]).toEqual(['محادثة واحدة', 'محادثتان'])
  expect([await counted('ar', 3), await counted('ar', 11)]).toEqual(['3 محادثات', '11 محادثة'])
})

test('zero is singular in French', async () => {
  const { holidays, inbox, reports, visitor } = await loadCatalogue('fr')
  expect(inbox.savedViews.count(0, '0')).toBe('0 conversation')
  expect(inbox.teams.settings.members(0)).toBe('0 membre')
  expect(reports.results(0, '0')).toBe('0 résultat')
  expect(visitor.pages(0)).toBe('0 page dans cette visite')
  expect(holidays.coming(0)).toBe('0 jour férié à venir')
})

test('French texts keep punctuation on the line of its word', async () => {
  const loose = [...sentences(await loadCatalogue('fr'))].filter(([, text]) => / [?!;:»]|« /.test(text))
  expect(loose).toEqual([])
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
