import { expect, test } from 'vitest'
import { firstRows } from './first-rows.ts'
import type { TimelineRow } from './timeline-rows.ts'

const at = '2026-01-31T10:00:00.000+00:00'
/** Rows `r0`, `r1`, ..., with the divider at the given index. */
const log = (length: number, divider: number | null): TimelineRow[] =>
  Array.from({ length }, (_, index) =>
    index === divider ? { kind: 'new', key: 'new' } : { kind: 'day', key: `r${index}`, at },
  )
const keys = (rows: readonly TimelineRow[]) => rows.map(({ key }) => key)

test('a log without unread messages starts with its last rows', () => {
  expect(keys(firstRows(log(40, null), 4).rows)).toEqual(['r36', 'r37', 'r38', 'r39'])
  expect(firstRows(log(40, null), 4).opensAt).toBe('end')
  expect(firstRows([], 4)).toEqual({ rows: [], opensAt: 'end' })
})

test('unread messages that fit into the window leave the log at its end', () => {
  expect(firstRows(log(40, 36), 4)).toMatchObject({ opensAt: 'end' })
  expect(keys(firstRows(log(40, 38), 4).rows)).toEqual(['r36', 'r37', 'new', 'r39'])
  expect(keys(firstRows(log(40, 36), 4).rows)).toEqual(['r35', 'new', 'r37', 'r38', 'r39'])
})

test('a divider further up is shown with a few rows above it and a window of rows below', () => {
  const { rows, opensAt } = firstRows(log(40, 20), 4)
  expect(opensAt).toBe('new')
  expect(keys(rows)).toEqual(['r19', 'new', 'r21', 'r22', 'r23'])
})

test('a divider at the start of the log has nothing above it', () => {
  expect(keys(firstRows(log(40, 0), 4).rows)).toEqual(['new', 'r1', 'r2', 'r3'])
})
