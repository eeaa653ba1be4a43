import 'fake-indexeddb/auto'
import type { MessageSendParams, MessageSent } from '@parley/protocol/message'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Result } from '../connection/result.ts'
import { closeDatabase } from '../browser/database.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { openOutboxStorage, type OutboxStorage } from './outbox-storage.ts'
import { success, write } from '../testing/outbox-fixture.ts'
import { createTestPlatform, settle, type TestPlatform } from '../testing/test-platform.ts'

const scope = 'provider-1 jkt-1'
let platform: TestPlatform
let storage: OutboxStorage
/** Requests that the server received, and its responses. A missing response is a success. */
let sent: MessageSendParams[]
let answers: Result<MessageSent>[]
let ready: boolean

beforeEach(async () => {
  await closeDatabase()
  vi.stubGlobal('indexedDB', new IDBFactory())
  platform = createTestPlatform()
  storage = openOutboxStorage(scope)
  sent = []
  answers = []
  ready = true
})

function open(send?: (params: MessageSendParams) => Promise<Result<MessageSent>>): Outbox {
  return createOutbox({
    platform,
    isReady: () => ready,
    isShown: () => true,
    send:
      send ??
      ((params) => {
        sent.push(params)
        const answer = answers.shift() ?? success(sent.length)
        if (!answer.ok && answer.code === 'disconnected') ready = false
        return Promise.resolve(answer)
      }),
  })
}

const contents = () => sent.map(({ content }) => content)
const states = (outbox: Outbox) =>
  outbox.messages.get().map(({ content, state }) => `${content} ${state.name}`)
const stored = async () => (await storage.all()).map(({ content, state }) => `${content} ${state.name}`)

test('[S5] empty and too long messages are refused', () => {
  const outbox = open()
  expect(outbox.add({ content: ' \n ' }, null)).toEqual({ ok: false, code: 'message_empty' })
  expect(outbox.add({ content: 'x'.repeat(8_001) }, null)).toEqual({ ok: false, code: 'message_too_long' })
  expect(outbox.messages.get()).toEqual([])
})

test('[S4] messages are sent one at a time, in the order in which they were written', async () => {
  let answer: ((answer: Result<MessageSent>) => void) | undefined
  const outbox = open((params) => {
    sent.push(params)
    return new Promise((resolve) => (answer = resolve))
  })
  await outbox.attach(storage)
  write(outbox, 'one', 'two')
  await settle()
  expect(contents()).toEqual(['one'])
  expect(states(outbox)).toEqual(['one sending', 'two queued'])
  answer?.(success(1))
  await settle()
  expect(contents()).toEqual(['one', 'two'])
})

test('[S1] a message is kept until it is acknowledged, and not longer', async () => {
  ready = false
  const outbox = open()
  await outbox.attach(storage)
  write(outbox, 'hello')
  await settle()
  expect(await stored()).toEqual(['hello queued'])
  ready = true
  await outbox.flush()
  expect(states(outbox)).toEqual(['hello sent'])
  expect(await stored()).toEqual([])
})

test('unsent messages survive a reload and keep their client_id', async () => {
  ready = false
  const before = open()
  await before.attach(storage)
  const ids = write(before, 'one', 'two', 'three')
  await settle()
  before.close()
  ready = true
  const after = open()
  await after.attach(storage)
  expect(sent.map(({ client_id }) => client_id)).toEqual(ids)
  expect(contents()).toEqual(['one', 'two', 'three'])
})

test('messages written before storage is ready are kept, after those of an earlier page', async () => {
  ready = false
  const before = open()
  await before.attach(storage)
  write(before, 'earlier')
  await settle()
  await platform.advance(1_000)
  const outbox = open()
  write(outbox, 'later')
  await outbox.attach(storage)
  await settle()
  expect(states(outbox)).toEqual(['earlier queued', 'later queued'])
  expect(await stored()).toEqual(['earlier queued', 'later queued'])
})

test('messages acknowledged before storage is ready are not stored', async () => {
  const outbox = open()
  write(outbox, 'hello')
  await settle()
  expect(states(outbox)).toEqual(['hello sent'])
  await outbox.attach(storage)
  await settle()
  expect(await stored()).toEqual([])
})

test('[S2] a message is sent again after a lost connection or a timeout', async () => {
  answers = [
    { ok: false, code: 'timeout' },
    { ok: false, code: 'disconnected' },
  ]
  const outbox = open()
  await outbox.attach(storage)
  const [id] = write(outbox, 'hello')
  await platform.advance(1_000)
  expect(states(outbox)).toEqual(['hello queued'])
  ready = true
  await outbox.flush()
  expect(sent.map(({ client_id }) => client_id)).toEqual([id, id, id])
  expect(states(outbox)).toEqual(['hello sent'])
})

test('[F5] the next message does not overtake a waiting one', async () => {
  answers = [{ ok: false, code: 'rate_limited', retryAfter: 5_000 }]
  const outbox = open()
  await outbox.attach(storage)
  write(outbox, 'one')
  await settle()
  write(outbox, 'two')
  await platform.advance(4_999)
  expect(contents()).toEqual(['one'])
  await platform.advance(1)
  expect(contents()).toEqual(['one', 'one', 'two'])
})

test.each([
  'customer_blocked',
  'message_empty',
  'conversation_closed',
  'media_unknown',
  'not_found',
] as const)('a message refused with %s fails, is kept, and does not stop the others', async (code) => {
  answers = [{ ok: false, code }]
  const outbox = open()
  await outbox.attach(storage)
  write(outbox, 'one', 'two')
  await platform.advance(60_000)
  expect(contents()).toEqual(['one', 'two'])
  expect(outbox.messages.get()[0]?.state).toEqual({ name: 'failed', code })
  expect(await stored()).toEqual(['one failed'])
  const nextPage = open()
  await nextPage.attach(storage)
  expect(states(nextPage)).toEqual(['one failed'])
  expect(contents()).toHaveLength(2)
})

test('an internal error is retried three times', async () => {
  answers = Array.from({ length: 3 }, () => ({ ok: false, code: 'internal' }))
  const outbox = open()
  await outbox.attach(storage)
  write(outbox, 'poison', 'fine')
  await platform.advance(60_000)
  expect(contents()).toEqual(['poison', 'poison', 'poison', 'fine'])
  expect(states(outbox)).toEqual(['poison failed', 'fine sent'])
})

test('a failed message can be retried under the same id, or discarded', async () => {
  answers = [
    { ok: false, code: 'conversation_closed' },
    { ok: false, code: 'conversation_closed' },
  ]
  const outbox = open()
  await outbox.attach(storage)
  const [one = '', two = ''] = write(outbox, 'one', 'two')
  await settle()
  outbox.retry(one)
  outbox.discard(two)
  await settle()
  expect(sent.map(({ client_id }) => client_id)).toEqual([one, two, one])
  expect(states(outbox)).toEqual(['one sent'])
  expect(await stored()).toEqual([])
})

test('[S3] a retry after client_id_conflict uses a new client_id', async () => {
  answers = [{ ok: false, code: 'client_id_conflict' }]
  const outbox = open()
  await outbox.attach(storage)
  const [id = ''] = write(outbox, 'hello')
  await settle()
  outbox.retry(id)
  await settle()
  expect(contents()).toEqual(['hello', 'hello'])
  expect(sent[1]?.client_id).not.toBe(id)
  expect(await stored()).toEqual([])
})

test('a message that is being sent cannot be discarded: it may have arrived', async () => {
  const outbox = open(() => new Promise(() => {}))
  const [id = ''] = write(outbox, 'hello')
  await settle()
  outbox.discard(id)
  expect(states(outbox)).toEqual(['hello sending'])
})

test('a message seen in the log is complete, even if its acknowledgement was lost', async () => {
  answers = [{ ok: false, code: 'disconnected' }]
  const outbox = open()
  await outbox.attach(storage)
  const [id = ''] = write(outbox, 'hello')
  await settle()
  outbox.confirm(id)
  ready = true
  await outbox.flush()
  expect(contents()).toEqual(['hello'])
  expect(await stored()).toEqual([])
})

test('a message seen in the log while it is being sent does not delay the next', async () => {
  const answer: ((answer: Result<MessageSent>) => void)[] = []
  const outbox = open((params) => {
    sent.push(params)
    return new Promise((resolve) => answer.push(resolve))
  })
  const [one = ''] = write(outbox, 'one', 'two')
  await settle()
  outbox.confirm(one)
  answer[0]?.({ ok: false, code: 'timeout' })
  await settle()
  expect(contents()).toEqual(['one', 'two'])
})

test('two tabs with the same unsent messages send each of them once', async () => {
  const locks = new Map<string, Promise<unknown>>()
  platform.exclusively = (name, run) => {
    const turn = (locks.get(name) ?? Promise.resolve()).then(run)
    locks.set(name, turn)
    return turn
  }
  ready = false
  const left = open()
  await left.attach(storage)
  write(left, 'one', 'two', 'three')
  await settle()
  left.close()
  const tabs = [open(), open()]
  for (const tab of tabs) await tab.attach(storage)
  ready = true
  await Promise.all(tabs.map((tab) => tab.flush()))
  expect(contents().toSorted()).toEqual(['one', 'three', 'two'])
  expect(tabs.flatMap((tab) => states(tab)).toSorted()).toEqual(['one sent', 'three sent', 'two sent'])
})

test('messages are sent without storage', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('Denied', 'SecurityError')
    },
  })
  await closeDatabase()
  const outbox = open()
  await outbox.attach(storage)
  write(outbox, 'hello')
  await settle()
  expect(states(outbox)).toEqual(['hello sent'])
})

test('once closed, it neither waits nor sends', async () => {
  answers = [{ ok: false, code: 'rate_limited', retryAfter: 5_000 }]
  const outbox = open()
  write(outbox, 'hello')
  await settle()
  outbox.close()
  expect(platform.timers()).toBe(0)
  await platform.advance(10_000)
  expect(contents()).toEqual(['hello'])
})
