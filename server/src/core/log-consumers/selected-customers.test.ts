import { expect, test } from 'vitest'
import { recorder } from '../../testing/recorder-consumer.ts'
import { useTestLog } from '../../testing/test-log.ts'

/** A consumer that has something to do for some customers only. */

const lines = useTestLog()
const { append, appendElsewhere, cursor, customer, seqs, start } = lines

test('entries of other customers cost neither a transaction nor a cursor, also without a hint', async () => {
  const asked: string[] = []
  const consumers = await start([
    recorder({
      types: ['message.created'],
      async selectCustomers(_db, customerIds) {
        asked.push(...customerIds)
        return new Set()
      },
      handle: () => expect.unreachable(),
    }),
  ])
  const id = await customer()
  await append(id, 'message.created')
  await appendElsewhere(id, 'message.created')
  await consumers.look()
  await consumers.settled()
  expect(asked).toContain(id)
  expect(await cursor('recorder', id)).toBeUndefined()
})

test('what a hint has announced is not discovered again, what came without one is', async () => {
  const asked: string[] = []
  const consumers = await start([
    recorder({
      types: ['message.created'],
      async selectCustomers(_db, customerIds) {
        asked.push(...customerIds)
        return new Set()
      },
      handle: () => expect.unreachable(),
    }),
  ])
  const id = await customer()
  const lookAgain = async () => {
    await consumers.settled()
    await consumers.look()
    await consumers.settled()
  }
  await append(id, 'message.created')
  await lookAgain()
  expect(asked).toEqual([id])
  await appendElsewhere(id, 'message.created')
  await append(id, 'conversation.labelled')
  await lookAgain()
  expect(asked).toEqual([id, id])
})

test('once a customer is selected, earlier entries are handed over as well, in order', async () => {
  let selected: string | null = null
  const consumers = await start([
    recorder({
      types: ['message.created'],
      selectCustomers: async (_db, customerIds) => new Set(customerIds.filter((id) => id === selected)),
    }),
  ])
  const [id, other] = [await customer(), await customer()]
  await append(id, 'message.created', 'message.created')
  await append(other, 'message.created')
  await consumers.settled()
  expect(await seqs(id)).toEqual([])
  selected = id
  await append(id, 'message.created')
  await append(other, 'message.created')
  await consumers.settled()
  expect(await seqs(id)).toEqual([2, 3, 4])
  expect(await seqs(other)).toEqual([])
})

test('when the selection fails, nothing is passed over', async () => {
  let failures = 0
  const consumers = await start([
    recorder({
      types: ['message.created'],
      async selectCustomers(_db, customerIds) {
        failures += 1
        if (failures === 1) throw new Error('not now')
        return new Set(customerIds)
      },
    }),
  ])
  const id = await customer()
  await append(id, 'message.created')
  await consumers.settled()
  expect(failures).toBeGreaterThan(1)
  expect(await seqs(id)).toEqual([2])
})
