import type { ReceiptParams } from '@parley/protocol/receipt'
import { beforeEach, expect, test } from 'vitest'
import type { Result } from '../connection/result.ts'
import { createReceipts, type Receipts } from './receipts.ts'
import { createTestPlatform, type TestPlatform } from '../testing/test-platform.ts'

let platform: TestPlatform
let sent: ReceiptParams[]
let answers: Result<unknown>[]
let receipts: Receipts

beforeEach(() => {
  platform = createTestPlatform()
  sent = []
  answers = []
  receipts = createReceipts({
    platform,
    send(params) {
      sent.push(params)
      return Promise.resolve(answers.shift() ?? { ok: true, value: {} })
    },
  })
})

test('receipts within 300 ms are sent as one', async () => {
  receipts.delivered(1)
  receipts.delivered(2)
  receipts.read(2)
  receipts.delivered(5)
  await platform.advance(299)
  expect(sent).toEqual([])
  await platform.advance(1)
  expect(sent).toEqual([{ delivered: 5, read: 2 }])
})

test('[R1] receipts never go backwards and are not repeated', async () => {
  receipts.confirm({ delivered: 4, read: 3 })
  receipts.delivered(4)
  receipts.read(2)
  await platform.advance(1_000)
  expect(sent).toEqual([])
  receipts.read(5)
  await platform.advance(300)
  receipts.read(5)
  receipts.read(4)
  await platform.advance(1_000)
  expect(sent).toEqual([{ delivered: 5, read: 5 }])
})

test('receipts lost with a connection are sent again after the reconnect', async () => {
  answers = [{ ok: false, code: 'disconnected' }]
  receipts.read(3)
  await platform.advance(60_000)
  expect(sent).toHaveLength(1)
  receipts.flush()
  await platform.advance(300)
  expect(sent).toEqual([
    { delivered: 3, read: 3 },
    { delivered: 3, read: 3 },
  ])
})

test('receipts are retried when the server is busy, and dropped when refused', async () => {
  answers = [
    { ok: false, code: 'rate_limited', retryAfter: 4_000 },
    { ok: false, code: 'too_far_ahead' },
  ]
  receipts.read(3)
  await platform.advance(4_299)
  expect(sent).toHaveLength(1)
  await platform.advance(60_000)
  expect(sent).toHaveLength(2)
})

test('once closed, nothing is sent', async () => {
  receipts.read(3)
  receipts.close()
  receipts.read(4)
  await platform.advance(1_000)
  expect(sent).toEqual([])
  expect(platform.timers()).toBe(0)
})
