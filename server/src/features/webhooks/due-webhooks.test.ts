import { expect, test } from 'vitest'
import { createDueWebhooks } from './due-webhooks.ts'

test('returns what was added since the last call, each webhook once', () => {
  const due = createDueWebhooks()
  expect(due.take()).toBeNull()
  due.add(['a', 'b'])
  due.add(['b', 'c'])
  expect(due.take()).toEqual({ kind: 'some', webhookIds: ['a', 'b', 'c'] })
  expect(due.take()).toBeNull()
})

test('named webhooks and all webhooks take turns', () => {
  const due = createDueWebhooks()
  due.add()
  due.add(['a'])
  expect(due.take()).toEqual({ kind: 'some', webhookIds: ['a'] })
  due.add(['b'])
  expect(due.take()).toEqual({ kind: 'all' })
  due.add()
  expect(due.take()).toEqual({ kind: 'some', webhookIds: ['b'] })
  expect(due.take()).toEqual({ kind: 'all' })
  expect(due.take()).toBeNull()
})

test('an empty list adds nothing', () => {
  const due = createDueWebhooks()
  due.add([])
  expect(due.take()).toBeNull()
})

test('many names mean all webhooks', () => {
  const due = createDueWebhooks()
  due.add(Array.from({ length: 1000 }, (_, index) => String(index)))
  expect(due.take()).toEqual({ kind: 'all' })
})
