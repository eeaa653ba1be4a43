import { expect, test } from 'vitest'
import { CustomerLocked, CustomerStaysLocked } from './customer-lock.ts'
import { outageOf } from './expected-error.ts'
import { createTransactionSlots, type WhenLocked } from './transaction-slots.ts'

/** Everything that can settle without the outside has settled. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

/** Transactions on customers that are locked until the test releases them. */
function lockedCustomers(options?: { maxWaitMs: number }) {
  const slots = createTransactionSlots(options)
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

test('a customer who is free again does not wait for others who stay locked', async () => {
  const { events, change, lock, release } = lockedCustomers()
  const names = Array.from({ length: 6 }, (_, index) => `customer ${index}`)
  for (const name of [...names, 'brief']) lock(name)
  const blocked = names.map(change)
  await settle()
  const brief = change('brief')
  await settle()
  release('brief')
  await brief
  expect(events.filter((event) => event.endsWith('changes'))).toEqual(['brief changes'])
  for (const name of names) release(name)
  await Promise.all(blocked)
})

test('a transaction that waits too long for its turn ends as an outage, and the next one runs', async () => {
  const { change, lock, release } = lockedCustomers({ maxWaitMs: 20 })
  lock('locked')
  const first = change('locked')
  await expect(change('locked')).rejects.toSatisfy((error) => outageOf(error) === 'unavailable')
  release('locked')
  await first
  await change('locked')
})

test('a transaction whose customer stays locked while too many wait ends as an outage', async () => {
  const { change, lock, release } = lockedCustomers({ maxWaitMs: 50 })
  const names = Array.from({ length: 7 }, (_, index) => `customer ${index}`)
  names.forEach(lock)
  const [last, ...blocked] = names.map(change).toReversed()
  await expect(last).rejects.toSatisfy((error) => outageOf(error) === 'unavailable')
  for (const name of names) release(name)
  await Promise.all(blocked)
})

test('the wait for the lock ends with the time that remains', async () => {
  let time = 0
  const slots = createTransactionSlots({ maxWaitMs: 5_000, now: () => time })
  const limits: number[] = []
  const change = () =>
    slots.run(async (whenLocked) => {
      if (whenLocked === 'leave') throw new CustomerLocked('locked')
      limits.push(whenLocked.maxWaitMs)
      await settle()
      time += 2_000
    })
  await Promise.all([change(), change(), change(), change()])
  expect(limits).toEqual([5_000, 3_000, 1_000, 250])
})

test('after a customer has stayed locked, waits for this customer are short, for a minute or until they are found free', async () => {
  let time = 0
  const slots = createTransactionSlots({ maxWaitMs: 5_000, now: () => time })
  /** Returns the limit of the wait, which ends in vain. */
  const waitFor = async (customerId: string) => {
    let limit: number | undefined
    const waiting = slots.run(async (whenLocked) => {
      if (whenLocked === 'leave') throw new CustomerLocked(customerId)
      limit = whenLocked.maxWaitMs
      throw new CustomerStaysLocked(new Error('statement timeout'))
    })
    await expect(waiting).rejects.toThrow(CustomerStaysLocked)
    return limit
  }
  expect([await waitFor('locked'), await waitFor('locked'), await waitFor('other')]).toEqual([
    5_000, 250, 5_000,
  ])
  time += 59_999
  expect(await waitFor('locked')).toBe(250)
  time += 60_000
  expect([await waitFor('locked'), await waitFor('locked')]).toEqual([5_000, 250])
  slots.foundFree('locked')
  expect(await waitFor('locked')).toBe(5_000)
})

test('waits are also short after a transaction has given up before its turn', async () => {
  const slots = createTransactionSlots({ maxWaitMs: 300, now: () => 0 })
  const released = Promise.withResolvers<void>()
  const limits: number[] = []
  const change = () =>
    slots.run(async (whenLocked) => {
      if (whenLocked === 'leave') throw new CustomerLocked('locked')
      limits.push(whenLocked.maxWaitMs)
      await released.promise
    })
  const first = change()
  await expect(change()).rejects.toThrow(CustomerStaysLocked)
  released.resolve()
  await first
  await change()
  expect(limits).toEqual([300, 250])
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
