import 'fake-indexeddb/auto'
import type { MessageSent } from '@parley/protocol/message'
import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, test, vi } from 'vitest'
import { closeDatabase } from '../browser/database.ts'
import type { Result } from '../connection/result.ts'
import { success, write } from '../testing/outbox-fixture.ts'
import { createTestBrowser, createTestPlatform, settle, type TestBrowser } from '../testing/test-platform.ts'
import { shareEndedRefusals } from './ended-refusals.ts'
import { createOutbox } from './outbox.ts'
import { openOutboxStorage } from './outbox-storage.ts'

/** Two tabs of one agent. */

const scope = 'organization agent'
const refusal: Result<MessageSent> = { ok: false, code: 'stale_view' }

let browser: TestBrowser
let answers: Result<MessageSent>[]

beforeEach(async () => {
  await closeDatabase()
  vi.stubGlobal('indexedDB', new IDBFactory())
  browser = createTestBrowser()
  answers = []
})

async function openTab({ follows = false, isReady = true } = {}) {
  const platform = createTestPlatform(undefined, browser)
  const outbox = createOutbox({
    platform,
    isReady: () => isReady,
    isShown: () => follows,
    send: () => Promise.resolve(answers.shift() ?? success(1)),
  })
  const stop = shareEndedRefusals({ platform, scope, outbox, isFollowed: () => follows })
  await outbox.attach(openOutboxStorage(scope))
  const connect = () => {
    isReady = true
    void outbox.flush()
    return settle()
  }
  return { outbox, connect, stop, states: () => outbox.messages.get().map(({ state }) => state.name) }
}

/** A tab with a refused message. */
async function openRefused() {
  const tab = await openTab({ follows: true })
  answers = [refusal]
  const [id = ''] = write(tab.outbox, 'hello')
  await settle()
  expect(tab.states()).toEqual(['failed'])
  return { ...tab, id }
}

test('a refused message that another tab has sent is no longer reported', async () => {
  const first = await openRefused()
  const other = await openTab()
  expect(other.states()).toEqual(['failed'])
  first.outbox.retry(first.id)
  await settle()
  expect([first.states(), other.states()]).toEqual([['sent'], []])
})

test('it is still reported if it is refused again', async () => {
  const first = await openRefused()
  const other = await openTab()
  answers = [refusal]
  first.outbox.retry(first.id)
  await settle()
  expect([first.states(), other.states()]).toEqual([['failed'], ['failed']])
})

test('a refused message that is sent under another id is no longer reported', async () => {
  const first = await openTab({ follows: true })
  answers = [{ ok: false, code: 'client_id_conflict' }]
  const [id = ''] = write(first.outbox, 'hello')
  await settle()
  const other = await openTab()
  first.outbox.retry(id)
  await settle()
  expect([first.states(), other.states()]).toEqual([['sent'], []])
})

test('a refused message that is sent after a reload is no longer reported', async () => {
  await openRefused()
  const other = await openTab()
  const beforeReload = await openTab({ isReady: false })
  const [message] = beforeReload.outbox.messages.get()
  beforeReload.outbox.retry(message?.client_id ?? '')
  beforeReload.outbox.close()
  beforeReload.stop()
  const reloaded = await openTab({ isReady: false })
  expect([reloaded.states(), other.states()]).toEqual([['queued'], ['failed']])
  await reloaded.connect()
  expect([reloaded.states(), other.states()]).toEqual([[], []])
})

test('a message that was refused in another tab is no longer reported once the tab of its author has sent it', async () => {
  const author = await openTab({ follows: true, isReady: false })
  write(author.outbox, 'hello')
  await settle()
  answers = [refusal]
  const other = await openTab()
  await settle()
  expect([author.states(), other.states()]).toEqual([['queued'], ['failed']])
  await author.connect()
  expect([author.states(), other.states()]).toEqual([['sent'], []])
})

test('a waiting message that another tab has as refused stays reported there, also if it was tried before', async () => {
  const author = await openTab({ follows: true, isReady: false })
  write(author.outbox, 'hello')
  await settle()
  const other = await openTab({ isReady: false })
  answers = [{ ok: false, code: 'internal' }, refusal]
  await other.connect()
  expect(other.states()).toEqual(['queued'])
  // Reports refusals.
  const reporting = await openTab()
  await settle()
  expect(reporting.states()).toEqual(['failed'])
  await other.connect()
  expect([other.states(), reporting.states()]).toEqual([[], ['failed']])
})

test('where the customer is followed, the message stays until the log has it, because actions may wait for it', async () => {
  const first = await openRefused()
  const other = await openTab({ follows: true })
  other.outbox.retry(first.id)
  await settle()
  expect([first.states(), other.states()]).toEqual([['failed'], ['sent']])
})

test('a closed page tells and hears nothing', async () => {
  const first = await openRefused()
  const other = await openTab()
  other.stop()
  first.outbox.retry(first.id)
  await settle()
  expect(other.states()).toEqual(['failed'])
})
