import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNoteSaver, noteDebounceMs } from './note-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A service whose responses the test controls. */
function service() {
  const sent: { note: string; answer: (ok: boolean) => void }[] = []
  return {
    sent,
    send: (note: string) =>
      new Promise<void>((resolve, reject) => {
        sent.push({ note, answer: (ok) => (ok ? resolve() : reject(new Error('away'))) })
      }),
  }
}

const saverOf = (send: (note: string) => Promise<void>) => createNoteSaver({ send, kept: null, keep() {} })

test('an untouched note is not sent', () => {
  const { sent, send } = service()
  saverOf(send).flush()
  expect(sent).toEqual([])
})

test('a failed note is marked as failed and sent again on flush', async () => {
  const { sent, send } = service()
  const saver = saverOf(send)
  saver.type('call back')
  await vi.advanceTimersByTimeAsync(noteDebounceMs)
  sent[0]?.answer(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(saver.state.get()).toEqual({ typed: 'call back', name: 'failed' })
  saver.flush()
  expect(sent.map(({ note }) => note)).toEqual(['call back', 'call back'])
})

test('a note is sent once, after typing pauses', async () => {
  const { sent, send } = service()
  const saver = saverOf(send)
  saver.type('call')
  await vi.advanceTimersByTimeAsync(noteDebounceMs - 1)
  saver.type('call back')
  await vi.advanceTimersByTimeAsync(noteDebounceMs)
  expect(sent.map(({ note }) => note)).toEqual(['call back'])
  sent[0]?.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(saver.state.get().name).toBe('saved')
  saver.flush()
  expect(sent).toHaveLength(1)
})

test('text typed during a request is sent after it, never in parallel', async () => {
  const { sent, send } = service()
  const saver = saverOf(send)
  saver.type('call')
  saver.flush()
  saver.type('call back on Monday')
  saver.flush()
  expect(sent).toHaveLength(1)
  sent[0]?.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(sent.map(({ note }) => note)).toEqual(['call', 'call back on Monday'])
})

test('a change that is undone before it is sent leaves the note saved, with nothing kept for a reload', async () => {
  const { sent, send } = service()
  const kept: (string | null)[] = []
  const saver = createNoteSaver({ send, kept: null, keep: (text) => void kept.push(text) })
  saver.type('call back')
  saver.flush()
  sent[0]?.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  saver.type('call back on Monday')
  saver.type('call back')
  await vi.advanceTimersByTimeAsync(noteDebounceMs)
  expect(sent).toHaveLength(1)
  expect(saver.state.get()).toEqual({ typed: 'call back', name: 'saved' })
  expect(kept.at(-1)).toBeNull()
})

test('a change that failed is undone with another request: the service may have stored it', async () => {
  const { sent, send } = service()
  const saver = saverOf(send)
  for (const [text, ok] of [
    ['call back', true],
    ['call back on Monday', false],
    ['call back', true],
  ] as const) {
    saver.type(text)
    saver.flush()
    sent.at(-1)?.answer(ok)
    await vi.advanceTimersByTimeAsync(0)
  }
  expect(sent.map(({ note }) => note)).toEqual(['call back', 'call back on Monday', 'call back'])
  expect(saver.state.get().name).toBe('saved')
})
