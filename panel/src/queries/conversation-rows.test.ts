import { expect, test } from 'vitest'
import type { Conversation } from '@parley/protocol/conversation'
import { matchesList } from '@parley/protocol/conversation-filter'
import { mayEnter, mergeChangedRows, rowsOf, type RowPages } from './conversation-rows.ts'

const me = 'agent-me'
const ada = { id: me, name: 'Ada', avatar_url: null }
const ben = { id: 'agent-ben', name: 'Ben', avatar_url: null }

function row(id: string, minute: number, change: Partial<Conversation> = {}): Conversation {
  const at = `2026-01-31T10:${String(minute).padStart(2, '0')}:00.000+00:00`
  return {
    id,
    provider_id: 'provider',
    channel: 'widget',
    customer: {
      id: `customer-of-${id}`,
      name: null,
      avatar_url: null,
      country_code: 'ZZ',
      auth_provider: null,
      is_blocked: false,
      online: false,
    },
    agent: null,
    status: 'open',
    started_at: at,
    closed_at: null,
    duration: null,
    first_response_time: null,
    last_message: null,
    unread: 0,
    waiting_since: null,
    label_ids: [],
    team_id: null,
    priority: null,
    snooze: null,
    sla: null,
    updated_at: at,
    ...change,
  }
}

/** Pages of rows; `next` says whether the server has more after the last. */
function list(pages: Conversation[][], next: string | null = null): RowPages {
  return {
    pages: pages.map((data, index) => ({
      data,
      pager: {
        max: data.length,
        next: index === pages.length - 1 ? next : `after-page-${index}`,
        sort: 'DESC',
      },
    })),
    pageParams: pages.map(() => undefined),
  }
}

const ids = (list: RowPages) => rowsOf(list).map(({ id }) => id)
const unassigned = { view: 'unassigned', q: '', filter: {}, sort: 'newest', me } as const

test('a row’s views follow from its agent and status', () => {
  const views = ['mine', 'unassigned', 'open', 'snoozed', 'closed'] as const
  const of = (change: Partial<Conversation>) =>
    views.filter((view) => matchesList(row('a', 1, change), { view, filter: {} }, { me, now: 0 }))
  expect(of({})).toEqual(['unassigned', 'open'])
  expect(of({ agent: ada })).toEqual(['mine', 'open'])
  expect(of({ agent: ben })).toEqual(['open'])
  expect(of({ agent: ada, status: 'closed' })).toEqual(['closed'])
  expect(of({ agent: ada, snooze: { until: null } })).toEqual(['snoozed'])
})

test('a changed row moves to the top, a new one enters there', () => {
  const before = list([[row('b', 2), row('a', 1)]])
  expect(ids(mergeChangedRows(before, [row('a', 3)], unassigned))).toEqual(['a', 'b'])
  expect(ids(mergeChangedRows(before, [row('c', 4)], unassigned))).toEqual(['c', 'b', 'a'])
})

test('a row leaves the view to which it no longer belongs', () => {
  const before = list([[row('b', 2), row('a', 1)]])
  expect(ids(mergeChangedRows(before, [row('b', 3, { agent: ben })], unassigned))).toEqual(['a'])
  expect(ids(mergeChangedRows(before, [row('b', 3, { status: 'closed' })], unassigned))).toEqual(['a'])
})

test('newer rows are not overwritten by older ones', () => {
  const before = list([[row('a', 5, { unread: 2 })]])
  expect(mergeChangedRows(before, [row('a', 4, { unread: 1 })], unassigned)).toBe(before)
})

test('a change outside the view returns the same list object', () => {
  const before = list([[row('a', 1)]])
  expect(mergeChangedRows(before, [row('z', 9, { agent: ben })], unassigned)).toBe(before)
  expect(mergeChangedRows(before, [], unassigned)).toBe(before)
})

test('a row beyond the loaded pages waits for its page', () => {
  const loaded = [[row('c', 8), row('b', 7)]]
  expect(ids(mergeChangedRows(list(loaded, 'cursor'), [row('a', 3)], unassigned))).toEqual(['c', 'b'])
  expect(ids(mergeChangedRows(list(loaded), [row('a', 3)], unassigned))).toEqual(['c', 'b', 'a'])
  expect(ids(mergeChangedRows(list([[]]), [row('a', 3)], unassigned))).toEqual(['a'])
})

test('once all loaded rows have left, a new row enters although there are further pages, and is listed once', () => {
  const before = list([[row('c', 8), row('b', 7)]], 'cursor')
  const taken = [row('c', 9, { agent: ben }), row('b', 9, { agent: ben })]
  const emptied = mergeChangedRows(before, taken, unassigned)
  expect(ids(emptied)).toEqual([])
  const entered = mergeChangedRows(emptied, [row('d', 10), row('a', 3)], unassigned)
  expect(ids(entered)).toEqual(['d', 'a'])
  const next = list([[row('e', 4), row('a', 3)]]).pages
  expect(ids({ ...entered, pages: [...entered.pages, ...next] })).toEqual(['d', 'e', 'a'])
})

test('a row enters although the last page has become empty', () => {
  const before = list([[row('d', 4)], [row('c', 3), row('b', 2)], [row('a', 1)]], 'cursor')
  const taken = ['d', 'b', 'a'].map((id) => row(id, 5, { agent: ben }))
  expect(ids(mergeChangedRows(before, taken, unassigned))).toEqual(['c'])
  const shrunk = mergeChangedRows(before, taken, unassigned)
  expect(shrunk.pages.at(-1)?.data).toEqual([])
  expect(ids(mergeChangedRows(shrunk, [row('e', 6)], unassigned))).toEqual(['e', 'c'])
})

test('with a label filter, a row enters with the label and leaves without it', () => {
  const vip = '01890000-0000-7000-8000-000000000001'
  const before = list([[row('a', 1, { label_ids: [vip] })]])
  const filter = { ...unassigned, filter: { label: vip } }
  const labelled = mergeChangedRows(before, [row('b', 2), row('c', 3, { label_ids: [vip] })], filter)
  expect(ids(labelled)).toEqual(['c', 'a'])
  expect(ids(mergeChangedRows(labelled, [row('a', 1)], filter))).toEqual(['c'])
})

test('while searching, found rows are updated and others not added', () => {
  const before = list([[row('b', 2), row('a', 1)]])
  const after = mergeChangedRows(before, [row('a', 3, { unread: 4 }), row('c', 4)], {
    ...unassigned,
    q: 'shoe',
  })
  expect(ids(after)).toEqual(['a', 'b'])
  expect(rowsOf(after)[0]?.unread).toBe(4)
})

test('with a condition on attributes, the server decides which rows enter; found rows leave by the others', () => {
  const before = list([[row('b', 2), row('a', 1)]])
  const filter = { ...unassigned, filter: { confirmed: 'plan:pro', unread: 'no' } }
  const after = mergeChangedRows(before, [row('a', 3), row('c', 4)], filter)
  expect(ids(after)).toEqual(['a', 'b'])
  expect(ids(mergeChangedRows(before, [row('b', 3, { unread: 1 })], filter))).toEqual(['a'])
  expect(mayEnter(before, [row('c', 4)], filter)).toBe(true)
  for (const rows of [[row('c', 4, { unread: 1 })], [row('c', 4, { agent: ben })], [row('a', 5)], []])
    expect(mayEnter(before, rows, filter)).toBe(false)
  expect(mayEnter(before, [row('c', 4)], { ...filter, filter: { unread: 'no' } })).toBe(false)
})

test('rows on several pages keep every cursor and lose no row', () => {
  const before = list([
    [row('f', 6), row('e', 5)],
    [row('d', 4), row('c', 3)],
  ])
  const after = mergeChangedRows(before, [row('c', 7), row('g', 8), row('e', 9, { agent: ben })], unassigned)
  expect(ids(after)).toEqual(['g', 'c', 'f', 'd'])
  expect(after.pages.map(({ pager }) => pager.next)).toEqual(['after-page-0', null])
})

test('a list that shrinks below its first page stays consistent', () => {
  const before = list([[row('c', 3)], [row('b', 2), row('a', 1)]])
  const after = mergeChangedRows(
    before,
    [row('c', 4, { agent: ben }), row('b', 5, { agent: ben })],
    unassigned,
  )
  expect(ids(after)).toEqual(['a'])
})

test('of two rows changed in the same millisecond the higher id comes first', () => {
  expect(ids(mergeChangedRows(list([[row('a', 1)]]), [row('b', 1)], unassigned))).toEqual(['b', 'a'])
})

test('sorted by waiting time, who has waited longest comes first, then who does not wait', () => {
  const waiting = { ...unassigned, sort: 'waiting' } as const
  const before = list([[row('b', 2, { waiting_since: row('', 2).updated_at }), row('a', 9)]])
  const after = mergeChangedRows(before, [row('c', 4, { waiting_since: row('', 1).updated_at })], waiting)
  expect(ids(after)).toEqual(['c', 'b', 'a'])
  expect(ids(mergeChangedRows(after, [row('c', 5)], waiting))).toEqual(['b', 'a', 'c'])
})

test('a row that moved beyond the loaded pages stays, and is listed once when its page repeats it', () => {
  const waiting = { ...unassigned, sort: 'waiting' } as const
  const since = (id: string, minute: number) => row(id, minute, { waiting_since: row('', minute).updated_at })
  const before = list([[since('a', 1), since('b', 2)]], 'cursor')
  const answered = mergeChangedRows(before, [row('a', 5)], waiting)
  expect(ids(answered)).toEqual(['b', 'a'])

  const next = list([[since('c', 3), row('a', 5), row('d', 6)]]).pages
  const loaded = { ...answered, pages: [...answered.pages, ...next] }
  expect(ids(loaded)).toEqual(['b', 'c', 'a', 'd'])
  expect(ids(mergeChangedRows(loaded, [since('d', 7)], waiting))).toEqual(['b', 'c', 'd', 'a'])
})
