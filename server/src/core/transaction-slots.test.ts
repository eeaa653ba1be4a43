import { expect, test } from 'vitest'
import { createTransactionSlots, CustomerLocked, type WhenLocked } from './transaction-slots.ts'

/** Everything that can settle without the outside has settled. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Transactions on customers that are locked until the test releases them. */
function lockedCustomers() {
  const slots = createTransactionSlots()
  const released = new Map<string, PromiseWithResolvers<void>>()
  const events: string[] = []
  const change = (customerId: string) =>
    slots.run(async (whenLocked: WhenLocked) => {
      const lock = released.get(customerId)
      if (lock && whenLocked === 'leave') throw new CustomerLocked(customerId)
      if (lock) {
        events.push(`${customerId} waits`)
        await lock.promise
      }
      events.push(`${customerId} changes`)
    })
  return {
    events,
    change,
    lock: (customerId: string) => released.set(customerId, Promise.withResolvers()),
    release(customerId: string) {
      released.get(customerId)?.resolve()
      released.delete(customerId)
    },
  }
}

test('of many transactions on a locked customer, one waits in a slot, and all run after the release', async () => {
  const { events, change, lock, release } = lockedCustomers()
  lock('locked')
  const blocked = Array.from({ length: 20 }, () => change('locked'))
  await change('free')
  await settle()
  expect(events.toSorted()).toEqual(['free changes', 'locked waits'])
  release('locked')
  await Promise.all(blocked)
  expect(events.filter((event) => event === 'locked changes')).toHaveLength(20)
  expect(events.filter((event) => event === 'locked waits')).toHaveLength(1)
})

test('many locked customers leave slots to the others', async () => {
  const { events, change, lock, release } = lockedCustomers()
  const names = Array.from({ length: 20 }, (_, index) => `customer ${index}`)
  names.forEach(lock)
  const blocked = names.map(change)
  await change('free')
  expect(events).toContain('free changes')
  for (const name of names) release(name)
  await Promise.all(blocked)
  expect(events.filter((event) => event.endsWith('changes'))).toHaveLength(21)
})

test('a failed transaction is not repeated', async () => {
  const slots = createTransactionSlots()
  let attempts = 0
  const failing = slots.run(async () => {
    attempts += 1
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  expect(attempts).toBe(1)
})
