import { expect, test } from 'vitest'
import { createAnnouncedEntries, type AnnouncedColumns } from './announced-entries.ts'

const hint = (customer_id: string, after: number, to: number) => ({ customer_id, after, to })
const parts = ({ customerIds, after, to }: AnnouncedColumns) =>
  customerIds.map((id, index) => `${id} ${after[index]}-${to[index]}`)

test('hints that follow each other are one part, one behind a gap begins anew', () => {
  const announced = createAnnouncedEntries()
  announced.add(hint('a', 4, 5))
  announced.add(hint('a', 5, 7))
  announced.add(hint('b', 0, 1))
  announced.add(hint('b', 2, 3))
  expect(parts(announced.next())).toEqual(['a 4-7', 'b 2-3'])
})

test('a hint is known to the next two discoveries: the first may have begun before its commit', () => {
  const announced = createAnnouncedEntries()
  announced.add(hint('a', 4, 5))
  expect(parts(announced.next())).toEqual(['a 4-5'])
  announced.add(hint('a', 5, 6))
  announced.add(hint('b', 0, 1))
  expect(parts(announced.next())).toEqual(['a 4-6', 'b 0-1'])
  expect(parts(announced.next())).toEqual(['a 4-6', 'b 0-1'])
  expect(parts(announced.next())).toEqual([])
})

test('after a range was taken over, nothing is known', () => {
  const announced = createAnnouncedEntries()
  announced.add(hint('a', 4, 5))
  announced.next()
  announced.add(hint('b', 4, 5))
  announced.clear()
  expect(parts(announced.next())).toEqual([])
})
