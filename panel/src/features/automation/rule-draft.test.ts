import type { Rule } from '@parley/protocol/automation'
import { expect, test } from 'vitest'
import {
  changeOf,
  draftOf,
  draftProblems,
  emptyDraft,
  inputOf,
  newAction,
  wordsOf,
  type RuleDraft,
} from './rule-draft.ts'

const draft: RuleDraft = { ...emptyDraft, name: 'Refunds', actions: [{ key: 0, action: newAction('close') }] }

test('words are separated by commas of any script, without repeats', () => {
  expect(wordsOf(' refund , money back,, refund، استرداد')).toEqual(['refund', 'money back', 'استرداد'])
})

test('the condition on the text is dropped for a trigger without a message', () => {
  const text: RuleDraft = { ...draft, match: 'contains', words: 'refund' }
  expect(inputOf(text).conditions.text).toEqual({ match: 'contains', words: ['refund'] })
  expect(inputOf({ ...text, trigger: { type: 'conversation_closed' } }).conditions.text).toBeNull()
})

test('only what was changed is saved: a colleague may have changed the rest', () => {
  const rule: Rule = {
    id: 'r',
    ...inputOf({ ...draft, match: 'contains', words: 'refund' }),
    created_at: '2026-01-01T00:00:00.000+00:00',
    updated_at: '2026-01-01T00:00:00.000+00:00',
    runs: { total: 0, failed: 0, last_at: null },
  }
  const opened = draftOf(rule)
  expect(changeOf(rule, opened)).toEqual({})
  expect(changeOf(rule, { ...opened, name: 'Returns', words: 'refund, return' })).toEqual({
    name: 'Returns',
    conditions: { filter: {}, text: { match: 'contains', words: ['refund', 'return'] }, hours: null },
  })
})

test('an unfinished rule cannot be saved', () => {
  expect(draftProblems(draft)).toEqual([])
  expect(draftProblems({ ...draft, name: ' ' })).toEqual([{ at: 'name' }])
  expect(draftProblems({ ...draft, actions: [] })).toEqual([{ at: 'actions' }])
  expect(draftProblems({ ...draft, match: 'contains', words: ' , ' })).toEqual([
    { at: 'words', problem: 'missing' },
  ])
  expect(draftProblems({ ...draft, trigger: { type: 'label_added', label_id: '' } })).toEqual([
    { at: 'trigger' },
  ])
  const actions = [...draft.actions, { key: 1, action: newAction('team') }]
  expect(draftProblems({ ...draft, actions })).toEqual([{ at: 'action', key: 1, text: null }])
})

test('all problems of a rule are found at once', () => {
  const empty = (['reply', 'note'] as const).map((type, key) => ({ key, action: newAction(type) }))
  expect(draftProblems({ ...draft, name: '', match: 'contains', actions: empty })).toEqual([
    { at: 'name' },
    { at: 'words', problem: 'missing' },
    { at: 'action', key: 0, text: null },
    { at: 'action', key: 1, text: null },
  ])
})

test('a word that is only an accent is a problem, because accents are ignored', () => {
  const problemsOf = (words: string) => draftProblems({ ...draft, match: 'contains', words })
  expect(problemsOf('réclamation, ´')).toEqual([{ at: 'words', problem: 'only_accents' }])
  expect(problemsOf('\u0301')).toEqual([{ at: 'words', problem: 'only_accents' }])
  expect(problemsOf('réclamation, ^, €')).toEqual([])
})

test('more words than a rule can have are a problem instead of being dropped', () => {
  const withWords = (words: string[]): RuleDraft => ({ ...draft, match: 'contains', words: words.join(', ') })
  const words = Array.from({ length: 21 }, (_, index) => `word ${index}`)
  const tooMany = { at: 'words', problem: 'too_many' }
  expect(draftProblems(withWords(words.slice(1)))).toEqual([])
  expect(draftProblems(withWords(words))).toEqual([tooMany])
  expect(draftProblems(withWords(['a'.repeat(100)]))).toEqual([])
  expect(draftProblems(withWords(['a'.repeat(101)]))).toEqual([tooMany])
  expect(wordsOf(words.join(','))).toEqual(words)
})

test('a variable of the customer needs a fallback, and those of an agent do not exist in rules', () => {
  const problemsOf = (content: string) =>
    draftProblems({ ...draft, actions: [{ key: 0, action: { type: 'reply', content } }] })
  expect(problemsOf('Hi {{customer.first_name|there}}, {{conversation.id}}')).toEqual([])
  for (const [content, problem] of [
    ['Hi {{customer.first_name}}', 'bare'],
    ['Hi {{customer.nme|x}}', 'unknown'],
    ['{{agent.name|We}} will answer', 'unavailable'],
  ] as const)
    expect(problemsOf(content)).toMatchObject([{ at: 'action', key: 0, text: { problem } }])
})
