import { expect, test } from 'vitest'
import { inboxSorts } from '@parley/protocol/conversation-order'
import { isSameList, readInboxSearch, searchOf, searchOfOtherView, withoutFilter } from './inbox-location.ts'

const label = '01890000-0000-7000-8000-000000000001'

test('parameters that are not conditions are dropped', () => {
  const search = { label: 'x', priority: 'top', unread: 7, sort: 'name', saved: '../x', team: 'Sales' }
  expect(readInboxSearch(search)).toEqual({ filter: {}, sort: 'newest', saved: '' })
})

test('a list survives its address', () => {
  const list = {
    q: 'parcel',
    filter: { label: `!${label}`, priority: 'high,urgent' },
    sort: 'waiting',
    saved: label,
  } as const
  const search = searchOf(list)
  expect(readInboxSearch(search)).toEqual({ filter: list.filter, sort: 'waiting', saved: label })
  expect(searchOf(withoutFilter)).toEqual({})
})

test('every order survives its address', () => {
  const orders = inboxSorts.map((sort) => readInboxSearch(searchOf({ ...withoutFilter, sort })).sort)
  expect(orders).toEqual(inboxSorts)
})

test('another inbox view keeps conditions, unless they are those of a saved view', () => {
  const list = { q: 'a', filter: { unread: 'yes' }, sort: 'waiting', saved: '' } as const
  expect(searchOfOtherView(list)).toEqual({ q: 'a', unread: 'yes', sort: 'waiting' })
  expect(searchOfOtherView({ ...list, saved: label })).toEqual({ q: 'a' })
})

test('the order of fields makes no other list', () => {
  const list = { view: 'open', sort: 'newest' } as const
  const one = { ...list, filter: { unread: 'yes', priority: 'low' } }
  expect(isSameList(one, { ...list, filter: { priority: 'low', unread: 'yes' } })).toBe(true)
  expect(isSameList(one, { ...list, filter: { priority: 'low' } })).toBe(false)
  expect(isSameList(one, { ...one, sort: 'waiting' })).toBe(false)
})
