import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createAwaitedCustomers } from './awaited-customers.ts'

/** `existing` are the customers that look-ups find; `batches` are the sizes of the look-ups. */
function setUp() {
  const existing = new Map<string, string>()
  const batches: number[] = []
  const found: string[][] = []
  const errors: unknown[] = []
  const failures: Error[] = []
  const awaited = createAwaitedCustomers({
    async find(visitors) {
      batches.push(visitors.length)
      const failure = failures.shift()
      if (failure) throw failure
      return new Map(
        visitors.flatMap((visitor) => {
          const id = existing.get(visitor)
          return id === undefined ? [] : [[visitor, id]]
        }),
      )
    },
    async onFound(customerIds) {
      if (customerIds.length > 0) found.push(customerIds)
    },
    onError: (error) => errors.push(error),
  })
  const created: string[] = []
  const wait = (visitor: string) => awaited.add(visitor, (id) => created.push(`${visitor}=${id}`))
  return { awaited, existing, batches, found, errors, failures, created, wait }
}

test('a gap looks up thousands of visitors in few statements, and announces those who have a customer', async () => {
  const { awaited, existing, batches, found, created, wait } = setUp()
  for (let number = 0; number < 2_500; number += 1) wait(`v${number}`)
  wait('v7')
  existing.set('v7', 'a').set('v2400', 'b')
  awaited.lookUpAll()
  await nextTurn()
  expect(batches).toEqual([1_000, 1_000, 500])
  expect(created).toEqual(['v7=a', 'v7=a', 'v2400=b'])
  expect(found).toEqual([['a'], ['b']])
})

test('a failed look-up is repeated by the next heartbeat, and nothing afterwards', async () => {
  const { awaited, existing, batches, errors, failures, created, wait } = setUp()
  const failure = new Error('no database')
  failures.push(failure)
  wait('v1')
  existing.set('v1', 'a')
  awaited.lookUpAll()
  await nextTurn()
  expect([errors, created]).toEqual([[failure], []])
  awaited.retry()
  await nextTurn()
  awaited.retry()
  await nextTurn()
  expect(created).toEqual(['v1=a'])
  expect(batches).toEqual([1, 1])
})

test('a visitor who has left, or whose hint arrived, is not looked up', async () => {
  const { awaited, batches, failures, created, wait } = setUp()
  failures.push(new Error('no database'))
  const leave = wait('v1')
  wait('v2')
  awaited.lookUpAll()
  await nextTurn()
  leave()
  awaited.announce('v2', 'b')
  awaited.retry()
  await nextTurn()
  expect(batches).toEqual([2])
  expect(created).toEqual(['v2=b'])
})
