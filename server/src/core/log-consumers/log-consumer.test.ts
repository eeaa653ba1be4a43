import { expect, test } from 'vitest'
import { batchInterval, concerns, defaultLimits } from './log-consumer.ts'

const intervals = defaultLimits.batchIntervalMs

test('the more customers a batch has, the longer the next one waits for more, within bounds', () => {
  expect(batchInterval(1, intervals)).toBe(30)
  expect(batchInterval(5, intervals)).toBe(50)
  expect(batchInterval(400, intervals)).toBe(70)
})

test('a background consumer collects for longer', () => {
  expect(batchInterval(1, intervals, true)).toBe(100)
  expect(batchInterval(5, intervals, true)).toBe(500)
  expect(batchInterval(400, intervals, true)).toBe(1000)
})

test('an entry concerns a consumer by its type, and a message also by its sender', () => {
  const consumer = { types: ['message.created', 'note.created'], messagesOf: ['customer'] } as const
  const entry = (type: 'message.created' | 'note.created' | 'call.ended', sender: 'customer' | 'system') => ({
    type,
    actor: { type: sender },
  })
  expect(concerns(consumer, entry('call.ended', 'customer'))).toBe(false)
  expect(concerns(consumer, entry('message.created', 'system'))).toBe(false)
  expect(concerns(consumer, entry('message.created', 'customer'))).toBe(true)
  expect(concerns(consumer, entry('note.created', 'system'))).toBe(true)
})

test('an entry whose actor is not known may concern the consumer; an imported one only if it asks for those', () => {
  const entry = { type: 'message.created', actor: { type: 'customer', imported: true } } as const
  expect(concerns({ types: ['message.created'], messagesOf: ['agent'] }, { type: 'message.created' })).toBe(
    true,
  )
  expect(concerns({ types: ['message.created'] }, entry)).toBe(false)
  expect(concerns({ types: ['message.created'], imported: 'handled' }, entry)).toBe(true)
})
