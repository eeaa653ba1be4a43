import type { RuleConditions } from '@parley/protocol/automation'
import type { Conversation } from '@parley/protocol/conversation'
import { expect, test } from 'vitest'
import { testConditions } from './conditions.ts'

const conversation = { status: 'open', priority: null, label_ids: [] as string[] } as Conversation
const attributes = { stated: { plan: 'free' }, confirmed: { plan: 'pro', seats: 5, trial: true } }
const none: RuleConditions = { filter: {}, text: null, hours: null }
const matches = (conditions: Partial<RuleConditions>, text: string | null = null, isOpen = true) =>
  testConditions({ ...none, ...conditions }, { conversation, attributes, now: 0, text, isOpen })

test('a condition that a rule does not have is not evaluated, and the rule applies', () => {
  expect(matches({})).toEqual({ matches: true, filter: true, text: null, hours: null })
})

test('all conditions must hold', () => {
  const filter = { priority: 'urgent' }
  const text = { match: 'contains' as const, words: ['refund'] }
  expect(matches({ filter, text }, 'refund').matches).toBe(false)
  expect(matches({ filter: { priority: 'none' }, text, hours: 'closed' }, 'refund').matches).toBe(false)
  expect(matches({ filter: { priority: 'none' }, text, hours: 'open' }, 'refund').matches).toBe(true)
})

test('words are compared without case, accents and repeated spaces', () => {
  const contains = (word: string, message: string) =>
    matches({ text: { match: 'contains', words: ['other', word] } }, message).text
  expect(contains('refund', 'I want my money back')).toBe(false)
  expect(contains('refund', 'REFUND please')).toBe(true)
  expect(contains('ürün iade', 'ÜRÜN  İADE istiyorum')).toBe(true)
  expect(contains('iade', 'IADE')).toBe(true)
  expect(contains('Rückgabe', 'ruckgabe')).toBe(true)
  expect(contains('مرحبا', 'مَرْحَبًا بك')).toBe(true)
})

test('words that are only accents are ignored, and a condition with no other word never holds', () => {
  const holds = (match: 'contains' | 'contains_not', words: string[], message: string) =>
    matches({ text: { match, words } }, message).text
  for (const accent of ['´', '¨', '\u0301']) {
    expect(holds('contains', [accent, 'refund'], 'Hello')).toBe(false)
    expect(holds('contains', [accent, 'refund'], 'A refund')).toBe(true)
    expect(holds('contains_not', [accent, 'refund'], 'Hello')).toBe(true)
    expect(holds('contains', [accent], 'Hello')).toBe(false)
    expect(holds('contains_not', [accent], 'Hello')).toBe(false)
  }
})

test('`contains_not` holds for any other text, also for none', () => {
  const text = { match: 'contains_not' as const, words: ['spam'] }
  expect([matches({ text }, 'Spam!').text, matches({ text }, 'Hello').text, matches({ text }).text]).toEqual([
    false,
    true,
    true,
  ])
})

test('attributes are compared by who stated them, as text, number or truth value', () => {
  const holds = (filter: RuleConditions['filter']) => matches({ filter }).matches
  expect(holds({ confirmed: 'plan:pro' })).toBe(true)
  expect(holds({ stated: 'plan:pro' })).toBe(false)
  expect(holds({ confirmed: 'plan:free,seats:5' })).toBe(true)
  expect(holds({ confirmed: '!trial:true' })).toBe(false)
  expect(holds({ confirmed: '!country:de' })).toBe(true)
})
