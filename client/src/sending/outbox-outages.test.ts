import type { MessageSendParams, MessageSent } from '@parley/protocol/message'
import { beforeEach, expect, test } from 'vitest'
import type { Result } from '../connection/result.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { success, write } from '../testing/outbox-fixture.ts'
import { createTestPlatform, type TestPlatform } from '../testing/test-platform.ts'

let platform: TestPlatform
let sent: string[]

beforeEach(() => {
  platform = createTestPlatform()
  sent = []
})

function open(answer: (params: MessageSendParams) => Result<MessageSent>, isReady = () => true): Outbox {
  return createOutbox({
    platform,
    isReady,
    isShown: () => true,
    send: (params) => Promise.resolve(answer(params)),
  })
}

const states = (outbox: Outbox) =>
  outbox.messages.get().map(({ content, state }) => `${content} ${state.name}`)

test('each message has its own retry limit', async () => {
  const outbox = open(({ content }) => {
    sent.push(content)
    return sent.length <= 5 ? { ok: false, code: 'internal' } : success(1)
  })
  write(outbox, 'poison', 'fine')
  await platform.advance(60_000)
  expect(sent).toEqual(['poison', 'poison', 'poison', 'fine', 'fine', 'fine'])
  expect(states(outbox)).toEqual(['poison failed', 'fine sent'])
})

test.each([
  ['unavailable', 2_000],
  ['storage_full', 10_000],
] as const)('sends all messages in order within 10 s after ten minutes of %s', async (code, retryAfter) => {
  platform.setRandom(1)
  const end = platform.now() + 600_000
  const outbox = open(({ content }) => {
    if (platform.now() < end) return { ok: false, code, retryAfter }
    sent.push(content)
    return success(sent.length)
  })
  write(outbox, 'one', 'two')
  await platform.advance(60_000)
  write(outbox, 'three')
  await platform.advance(540_000 - 1)
  expect(states(outbox)).toEqual(['one queued', 'two queued', 'three queued'])
  await platform.advance(10_001)
  expect(sent).toEqual(['one', 'two', 'three'])
  expect(states(outbox)).toEqual(['one sent', 'two sent', 'three sent'])
})

test('backs off up to 10 s while the database is unavailable', async () => {
  platform.setRandom(1)
  const tries: number[] = []
  const began = platform.now()
  const outbox = open(() => {
    tries.push(platform.now() - began)
    return { ok: false, code: 'unavailable', retryAfter: 2_000 }
  })
  write(outbox, 'hello')
  await platform.advance(40_000)
  expect(tries).toEqual([0, 2_000, 4_000, 8_000, 16_000, 26_000, 36_000])
})

test('a lock that another page does not release delays messages by 15 s', async () => {
  platform.exclusively = (_name, run, maxMs = Infinity) =>
    new Promise((resolve) => platform.after(maxMs, () => resolve(run())))
  const outbox = open(() => success(1))
  write(outbox, 'hello')
  await platform.advance(15_000)
  expect(states(outbox)).toEqual(['hello sent'])
})

test('a failed lock request does not stop later attempts', async () => {
  const { exclusively } = platform
  let ready = false
  const outbox = open(
    () => success(1),
    () => ready,
  )
  write(outbox, 'hello')
  ready = true
  platform.exclusively = () => Promise.reject(new DOMException('Denied', 'SecurityError'))
  await expect(outbox.flush()).rejects.toThrow('Denied')
  platform.exclusively = exclusively
  await outbox.flush()
  expect(states(outbox)).toEqual(['hello sent'])
})
