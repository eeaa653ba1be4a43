import { describe, expect, test } from 'vitest'
import { followPlace, indexAt, type RowPlace } from './row-place.ts'

const row = (id: string): RowPlace => ({ at: 'row', id })
const gap = (id: string | null): RowPlace => ({ at: 'gap', id })

describe('the place after a change of the list', () => {
  test.each<[string, RowPlace, string, string, RowPlace | null]>([
    ['moves with its row', row('b'), 'abc', 'bac', row('b')],
    ['is where the row was', row('b'), 'abc', 'ac', gap('c')],
    ['is where the row was if the next ones have left too', row('b'), 'abcd', 'ad', gap('d')],
    ['is the end after the last row has left', row('c'), 'abc', 'ab', gap(null)],
    ['stays there', gap(null), 'ab', 'xab', gap(null)],
    ['moves on when the row after it leaves', gap('c'), 'abcd', 'abd', gap('d')],
    ['is a row that is not loaded yet', row('x'), '', 'abc', row('x')],
    ['is a row of a list that is not loaded yet', row('x'), '', '', row('x')],
    ['is unknown after all rows have left', row('b'), 'ab', '', null],
  ])('%s', (_, place, before, after, expected) => {
    expect(followPlace(place, before.split(''), after.split(''))).toEqual(expected)
  })
})

describe('the row at a place', () => {
  test.each<[RowPlace, -1 | 0 | 1, number]>([
    [row('b'), 1, 2],
    [row('b'), 0, 1],
    [row('b'), -1, 0],
    [row('a'), -1, 0],
    [row('d'), 1, 3],
    [gap('b'), 1, 1],
    [gap('b'), 0, 1],
    [gap('b'), -1, 0],
    [gap(null), 1, 3],
    [gap(null), 0, 3],
    [gap(null), -1, 3],
    [row('x'), 1, -1],
  ])('%o and %i', (place, step, expected) => {
    expect(indexAt(place, ['a', 'b', 'c', 'd'], step)).toBe(expected)
  })
})
