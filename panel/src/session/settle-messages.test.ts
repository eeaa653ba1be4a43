import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { AgentSession } from '@parley/client/session/agent-session'
import { registerSettle, settleMessages } from './settle-messages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const session = () =>
  ({
    platform: {
      after(milliseconds: number, work: () => void) {
        const timer = setTimeout(work, milliseconds)
        return () => clearTimeout(timer)
      },
    },
  }) as unknown as AgentSession

test('a session without messages is settled', async () => {
  expect(await settleMessages(session())).toBe('settled')
})

test('waits for messages, but not longer than two seconds', async () => {
  const working = session()
  const stored = Promise.withResolvers<void>()
  registerSettle(working, () => stored.promise)
  const settled = settleMessages(working)
  await vi.advanceTimersByTimeAsync(1_900)
  stored.resolve()
  expect(await settled).toBe('settled')

  const offline = session()
  registerSettle(offline, () => new Promise(() => {}))
  const waiting = settleMessages(offline)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await waiting).toBe('waiting')
})
