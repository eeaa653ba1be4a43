import { expect, test } from 'vitest'
import { createDirtyCustomers } from './dirty-customers.ts'

test('marks coalesce, and the first is taken first', () => {
  const dirty = createDirtyCustomers(() => 0)
  for (const customer of ['b', 'a', 'b', 'c']) dirty.mark(customer)
  expect(dirty.take(2)).toEqual(['b', 'a'])
  expect(dirty.take(2)).toEqual(['c'])
})

test('a customer that is marked while it is handled is handled again', () => {
  const dirty = createDirtyCustomers(() => 0)
  dirty.mark('a')
  dirty.take(1)
  dirty.mark('a')
  dirty.done(['a'])
  expect(dirty.take(1)).toEqual(['a'])
})

test('a generation is handled only when nothing of it, or of one before, waits or is in flight', () => {
  const dirty = createDirtyCustomers(() => 0)
  dirty.mark('a')
  dirty.mark('b')
  const generation = dirty.advance()
  dirty.mark('c')
  expect(dirty.isHandled(generation)).toBe(false)
  const taken = dirty.take(3)
  expect(dirty.isHandled(generation)).toBe(false)
  dirty.putBack(['a'])
  dirty.done(taken)
  expect(dirty.isHandled(generation)).toBe(false)
  dirty.done(dirty.take(1))
  expect(dirty.isHandled(generation)).toBe(true)
})

test('one that was marked again meanwhile and is put back keeps its age', () => {
  let now = 1000
  const dirty = createDirtyCustomers(() => now)
  dirty.mark('a')
  dirty.take(1)
  const generation = dirty.advance()
  now = 2000
  dirty.mark('a')
  dirty.putBack(['a'])
  expect(dirty.oldest()).toBe(1000)
  expect(dirty.isHandled(generation)).toBe(false)
  expect(dirty.size).toBe(1)
})

test('what belongs to another process is forgotten', () => {
  const dirty = createDirtyCustomers(() => 0)
  dirty.mark('a')
  dirty.mark('b')
  dirty.keepOnly((customer) => customer === 'b')
  expect(dirty.take(2)).toEqual(['b'])
})
