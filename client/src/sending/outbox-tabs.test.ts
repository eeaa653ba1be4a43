import 'fake-indexeddb/auto'
import type { MessageSent } from '@parley/protocol/message'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeDatabase } from '../browser/database.ts'
import type { Result } from '../connection/result.ts'
import { success, write } from '../testing/outbox-fixture.ts'
import { createTestBrowser, createTestPlatform, settle, type TestBrowser } from '../testing/test-platform.ts'
import { createOutbox } from './outbox.ts'
import { openOutboxStorage, type OutboxStorage } from './outbox-storage.ts'

/** Two tabs of one sender. */

let browser: TestBrowser
let storage: OutboxStorage
/** Messages that the server received, as `<tab> <content>`. */
let sent: string[]
let answers: (Result<MessageSent> | Promise<Result<MessageSent>>)[]

beforeEach(async () => {
  await closeDatabase()
  vi.stubGlobal('indexedDB', new IDBFactory())
  browser = createTestBrowser()
  storage = openOutboxStorage('provider-1 jkt-1')
  sent = []
  answers = []
})

/** Opens a tab that is not connected. */
async function openTab(name: string, store = storage) {
  let isReady = false
  const platform = createTestPlatform(undefined, browser)
  const outbox = createOutbox({
    platform,
    isReady: () => isReady,
    isShown: () => true,
    send: async ({ content }) => {
      sent.push(`${name} ${content}`)
      return answers.shift() ?? success(sent.length)
    },
  })
  await outbox.attach(store)
  return {
    outbox,
    platform,
    states: () => outbox.messages.get().map(({ content, state }) => `${content} ${state.name}`),
    async write(...words: string[]) {
      const ids = write(outbox, ...words)
      await settle()
      return ids
    },
    connect() {
      isReady = true
      void outbox.flush()
      return settle()
    },
  }
}

test.each(['closed', 'left'] as const)(
  'what a tab without connection has not sent when it is %s is sent by a connected one',
  async (how) => {
    const [a, b] = [await openTab('a'), await openTab('b')]
    await b.connect()
    await a.write('hello')
    expect(sent).toEqual([])
    if (how === 'closed') a.outbox.close()
    else a.platform.leave()
    await settle()
    expect(sent).toEqual(['b hello'])
    expect(b.states()).toEqual(['hello sent'])
    expect(await storage.all()).toEqual([])
  },
)

test('what a killed tab has not sent is sent by another one at its next connect, in the order of writing', async () => {
  const [a, b] = [await openTab('a'), await openTab('b')]
  await a.write('one')
  await b.platform.advance(1_000)
  await b.write('two')
  await b.connect()
  expect(sent).toEqual(['b one', 'b two'])
})

test('a message is loaded although its tab is left while the storage is being read', async () => {
  const all = Promise.withResolvers<void>()
  const b = await openTab('b')
  const earlier = await storage.all()
  vi.spyOn(storage, 'all').mockImplementationOnce(() => all.promise.then(() => earlier))
  await b.connect()
  const a = await openTab('a', openOutboxStorage(storage.scope))
  await a.write('hello')
  a.platform.leave()
  await settle()
  all.resolve()
  await settle()
  expect(sent).toEqual(['b hello'])
})

test('a message that another tab has sent is sent again where it was written, and is not taken for discarded', async () => {
  const [a, b] = [await openTab('a'), await openTab('b')]
  await a.write('hello')
  await b.connect()
  await a.connect()
  expect(sent).toEqual(['b hello', 'a hello'])
  expect(a.states()).toEqual(['hello sent'])
})

test('a message that the tab in which it was written has sent is no longer pending in another one', async () => {
  const a = await openTab('a')
  await a.write('hello')
  const b = await openTab('b')
  await a.connect()
  await b.connect()
  expect(sent).toEqual(['a hello'])
  expect(b.states()).toEqual([])
})

test('a discarded message disappears in all tabs and is not sent', async () => {
  const a = await openTab('a')
  const [id = ''] = await a.write('hello')
  const b = await openTab('b')
  expect(b.states()).toEqual(['hello queued'])
  b.outbox.discard(id)
  await settle()
  expect(a.states()).toEqual([])
  await a.connect()
  expect(sent).toEqual([])
})

test('a message discarded while another tab reads the storage does not come back', async () => {
  const a = await openTab('a')
  const [id = ''] = await a.write('hello')
  const earlier = await storage.all()
  const all = Promise.withResolvers<void>()
  vi.spyOn(storage, 'all').mockImplementationOnce(() => all.promise.then(() => earlier))
  const opening = openTab('b')
  a.outbox.discard(id)
  await settle()
  all.resolve()
  expect((await opening).states()).toEqual([])
})

test('a message discarded in another tab while it is being sent in vain is not sent again', async () => {
  const a = await openTab('a')
  const [id = ''] = await a.write('hello')
  const b = await openTab('b')
  const answer = Promise.withResolvers<Result<MessageSent>>()
  answers = [answer.promise]
  await a.connect()
  b.outbox.discard(id)
  await settle()
  expect(a.states()).toEqual(['hello sending'])
  answer.resolve({ ok: false, code: 'unavailable' })
  await a.platform.advance(5_000)
  expect([sent, a.states()]).toEqual([['a hello'], []])
})

test('a message refused in its tab is not sent by another one that has loaded it', async () => {
  const a = await openTab('a')
  await a.write('hello')
  const b = await openTab('b')
  answers = [{ ok: false, code: 'conversation_closed' }]
  await a.connect()
  await b.connect()
  expect(sent).toEqual(['a hello'])
  expect([a.states(), b.states()]).toEqual([['hello failed'], []])
})

test('a message refused in an open tab is not shown by another one that connects', async () => {
  const [a, b] = [await openTab('a'), await openTab('b')]
  answers = [{ ok: false, code: 'conversation_closed' }]
  await a.connect()
  await a.write('hello')
  await b.connect()
  expect([a.states(), b.states()]).toEqual([['hello failed'], []])
})

test('a tab that waits before a retry is not interrupted by messages of another one', async () => {
  const [a, b] = [await openTab('a'), await openTab('b')]
  answers = [{ ok: false, code: 'rate_limited', retryAfter: 5_000 }]
  await a.connect()
  await a.write('one')
  await b.platform.advance(1_000)
  await b.write('two')
  b.outbox.close()
  await settle()
  expect(sent).toEqual(['a one'])
  await a.platform.advance(5_000)
  expect(sent).toEqual(['a one', 'a one', 'a two'])
})
