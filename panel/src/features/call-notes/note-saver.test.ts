import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createNoteSaver, noteDebounceMs } from './note-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A service that answers when it is told to. */
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

test('nothing is sent of a note that nobody has touched', () => {
  const { sent, send } = service()
  saverOf(send).flush()
  expect(sent).toEqual([])
})

test('a note that could not be saved says so, and is sent again with the next word or when it is left', async () => {
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

test('a note is sent once, a while after the last key', async () => {
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

test('what is typed while the note is on its way follows it, and never overtakes', async () => {
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
