import { describe, expect, test } from 'vitest'
import { differs, edited, stateOf, valueOf, withoutStored, type Edits } from './draft.ts'
import { mergedList } from './merged-list.ts'

test('a change back to the stored value is no change', () => {
  expect(differs({ name: 'a', origins: ['x'] }, { name: 'a', origins: ['x'] })).toBe(false)
  expect(differs({ name: 'a' }, {})).toBe(false)
})

test('a different value is a change, also inside a list; null differs from the empty string', () => {
  expect(differs({ origins: ['x'] }, { origins: ['x', 'y'] })).toBe(true)
  expect(differs<{ greeting: string | null }>({ greeting: null }, { greeting: '' })).toBe(true)
})

interface Form {
  name: string
  origins: string[]
}
const untouched: Edits<Form> = { own: {}, base: {} }

describe('while a colleague saves the same form', () => {
  const merges = { origins: mergedList }
  const stored = { name: 'Shop', origins: ['a', 'b'] }

  test('only edited fields are kept', () => {
    const edits = edited(untouched, stored, { name: 'Store' })
    expect(valueOf({ name: 'Stall', origins: ['a'] }, edits, merges)).toEqual({
      name: 'Store',
      origins: ['a'],
    })
  })

  test('own additions and removals apply to the list that is stored now', () => {
    const edits = edited(untouched, stored, { origins: ['b', 'own'] })
    const theirs = { ...stored, origins: ['a', 'b', 'theirs'] }
    expect(valueOf(theirs, edits, merges).origins).toEqual(['b', 'theirs', 'own'])
    expect(valueOf({ ...stored, origins: [] }, edits, merges).origins).toEqual(['own'])
  })

  test('another edit of a list starts from what is shown: an item removed later by a colleague does not return', () => {
    const first = edited(untouched, stored, { origins: ['a', 'b', 'own'] })
    const theirs = { ...stored, origins: ['a', 'b', 'theirs'] }
    const shown = valueOf(theirs, first, merges).origins
    const second = edited(first, theirs, { origins: [...shown, 'more'] })
    expect(valueOf(stored, second, merges).origins).toEqual(['a', 'b', 'own', 'more'])
  })
})

describe('after a failed save', () => {
  const failed = { name: 'failed', error: new Error('no response') } as const

  test('a form is saved once the stored value equals it: only the response was lost', () => {
    expect(stateOf(failed, true)).toBe(failed)
    expect(stateOf(failed, false)).toEqual({ name: 'saved' })
  })

  test('an edit that is stored is no edit any more, so that later changes of colleagues are shown', () => {
    const edits = edited(untouched, { name: 'Shop', origins: [] }, { name: 'Store', origins: ['x'] })
    const arrived = { name: 'Store', origins: [] }
    const left = withoutStored(edits, arrived, valueOf(arrived, edits, {}))
    expect(valueOf({ name: 'Stall', origins: [] }, left, {})).toEqual({ name: 'Stall', origins: ['x'] })
    expect(withoutStored(left, arrived, valueOf(arrived, left, {}))).toBe(left)
  })
})
