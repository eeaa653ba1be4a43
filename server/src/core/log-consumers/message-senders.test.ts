import { expect, test } from 'vitest'
import { recorder } from '../../testing/recorder-consumer.ts'
import { useTestLog } from '../../testing/test-log.ts'

/** A consumer of some senders' messages, and hints that bring entries. */

const lines = useTestLog()
const { customer, message, seqs, start } = lines
const ofCustomers = () => recorder({ types: ['message.created'], messagesOf: ['customer'] })

test.each([
  ['with a hint', { hints: true }],
  ['that are found without one', { hints: false }],
])('messages of others %s cost it neither a cursor nor a transaction', async (_name, options) => {
  const consumers = await start([ofCustomers()], options)
  const id = await customer()
  await message(id, 'agent')
  await consumers.look()
  await consumers.settled()
  expect(await lines.cursor('recorder', id)).toBeUndefined()
  await message(id, 'customer')
  await message(id, 'agent')
  await message(id, 'customer')
  await consumers.look()
  await consumers.settled()
  expect(await seqs(id)).toEqual([3, 5])
})

test('entries that a hint brought are handled with those that it did not', async () => {
  const consumers = await start([ofCustomers()])
  const id = await customer()
  await message(id, 'customer')
  await consumers.settled()
  await lines.appendElsewhere(id, 'receipt.updated')
  await message(id, 'customer')
  await message(id, 'customer')
  await consumers.settled()
  expect(await seqs(id)).toEqual([2, 4, 5])
})

test('an entry of another process is found behind entries that hints have brought', async () => {
  const consumers = await start([recorder({ types: ['receipt.updated'] })])
  const id = await customer()
  await lines.append(id, 'receipt.updated')
  await consumers.settled()
  await lines.append(id, 'message.created')
  await lines.appendElsewhere(id, 'message.created', 'receipt.updated')
  await consumers.look()
  await consumers.settled()
  expect(await seqs(id)).toEqual([2, 5])
})
