import { expect, test } from 'vitest'
import { filterOf, fromLocalInput, isFiltered, localInput, readDeliverySearch } from './delivery-search.ts'

const id = '01936b2e-7c1d-7a52-9c0f-0242ac120002'

test('invalid parameters are dropped and do not reach the API', () => {
  const search = readDeliverySearch({
    webhook_id: 'not-an-id',
    state: 'constructor',
    type: 7,
    event_id: `${id}0`,
    period: 'century',
    from: 'yesterday',
    to: null,
    more: 'x',
  })
  expect(isFiltered(search)).toBe(false)
  expect(filterOf(search, 0)).toEqual({})
})

test('every filter in the URL reaches the API, times with a numeric offset', () => {
  const search = readDeliverySearch({
    webhook_id: id,
    state: 'failed',
    type: 'customer.created',
    event_id: ` ${id.toUpperCase()} `,
    from: '2026-01-31T10:20Z',
    to: '2026-01-31T12:20:00+01:00',
  })
  expect(isFiltered(search)).toBe(true)
  expect(filterOf(search, 0)).toEqual({
    webhook_id: id,
    state: 'failed',
    type: 'customer.created',
    event_id: id,
    from: '2026-01-31T10:20:00.000+00:00',
    to: '2026-01-31T11:20:00.000+00:00',
  })
})

test('a period ends now and takes precedence over from and to', () => {
  const search = readDeliverySearch({ period: 'day', from: '2020-01-01T00:00Z', to: '2020-01-02T00:00Z' })
  expect(filterOf(search, Date.UTC(2026, 0, 31))).toEqual({ from: '2026-01-30T00:00:00.000+00:00' })
})

test('a datetime field round-trips the stored time to the minute', () => {
  const stored = '2026-01-31T10:20:00.000Z'
  expect(fromLocalInput(localInput(stored))).toBe(stored)
  expect(fromLocalInput('')).toBeUndefined()
})

test('a datetime field needs four digits of a year', () => {
  const typed = '0202-11-26T10:00'
  expect(localInput(fromLocalInput(typed) ?? '')).toBe(typed)
})
