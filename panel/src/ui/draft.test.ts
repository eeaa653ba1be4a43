import { describe, expect, test } from 'vitest'
import {
  afterChange,
  afterSave,
  differs,
  edited,
  stateOf,
  valueOf,
  withoutStored,
  type DraftState,
  type Edits,
} from './draft.ts'
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

const failed: DraftState = { name: 'failed', error: new Error('no response') }

/** What a form shows that has these edits over this stored value. */
function shown(edits: Edits<Form>, stored: Form, progress: DraftState) {
  const value = valueOf(stored, edits, {})
  const left = withoutStored(edits, stored, value, progress)
  return { left, name: value.name, state: stateOf(progress, differs(stored, value), left) }
}

describe('a change back to the stored value while another is being saved', () => {
  const stored = { name: 'Shop', origins: [] }
  const saved = { name: 'Store', origins: [] }
  const sent = edited(untouched, stored, { name: 'Store' })
  const back = edited(sent, stored, { name: 'Shop' })

  test('does not end the save', () => {
    expect(afterChange({ name: 'saving' })).toEqual({ name: 'saving' })
    expect(afterChange(failed)).toEqual({ name: 'dirty' })
  })

  test('is unsaved after the save', () => {
    const during = shown(back, stored, afterChange({ name: 'saving' }))
    expect(during.state).toEqual({ name: 'saving' })
    expect(shown(during.left, saved, { name: 'saved' })).toMatchObject({
      name: 'Shop',
      state: { name: 'dirty' },
    })
  })

  test('is unsaved after the save also in a merged field', () => {
    const value = { ...stored, origins: ['own'] }
    const before = edited(untouched, stored, { origins: ['own'] })
    const during = edited(before, stored, { origins: [] })
    expect(valueOf(value, afterSave(during, before, value), { origins: mergedList }).origins).toEqual([])
  })

  test('does not undo what a colleague has saved in another field', () => {
    const before = edited(untouched, stored, { origins: ['own'] })
    const value = { ...stored, origins: ['theirs', 'own'] }
    const during = edited(before, { ...stored, origins: ['theirs'] }, { name: 'Store' })
    const after = afterSave(during, before, value)
    expect(valueOf(value, after, { origins: mergedList })).toEqual({ ...value, name: 'Store' })
  })

  test('leaves the form clean if the save fails, and unsaved if only its response was lost', () => {
    const after = shown(back, stored, failed)
    expect(after.state).toEqual({ name: 'clean' })
    expect(shown(after.left, saved, failed)).toMatchObject({ name: 'Shop', state: failed })
  })

  test('is no edit if nothing is being saved', () => {
    expect(shown(back, stored, { name: 'dirty' })).toMatchObject({
      left: untouched,
      state: { name: 'clean' },
    })
  })
})

test('a proposal can be saved unchanged, and again if that failed, until it is stored', () => {
  expect(stateOf({ name: 'clean' }, false, untouched, true)).toEqual({ name: 'proposed' })
  expect(stateOf({ name: 'dirty' }, true, untouched, true)).toEqual({ name: 'dirty' })
  expect(stateOf(failed, false, untouched, true)).toBe(failed)
  expect(stateOf(failed, false, untouched, false)).toEqual({ name: 'saved' })
})

describe('after a failed save', () => {
  test('a form is saved once the stored value equals it: only the response was lost', () => {
    const stored = { name: 'Shop', origins: [] }
    const edits = edited(untouched, stored, { name: 'Store' })
    expect(shown(edits, stored, failed).state).toBe(failed)
    expect(shown(edits, { ...stored, name: 'Store' }, failed).state).toEqual({ name: 'saved' })
  })

  test('an edit that is stored is no edit any more, so that later changes of colleagues are shown', () => {
    const edits = edited(untouched, { name: 'Shop', origins: [] }, { name: 'Store', origins: ['x'] })
    const arrived = { name: 'Store', origins: [] }
    const { left } = shown(edits, arrived, failed)
    expect(valueOf({ name: 'Stall', origins: [] }, left, {})).toEqual({ name: 'Stall', origins: ['x'] })
    expect(shown(left, arrived, failed).left).toBe(left)
  })
})
