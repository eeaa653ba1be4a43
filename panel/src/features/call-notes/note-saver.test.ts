import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createNoteSaver,
  maxNoteLength,
  noteDebounceMs,
  type NoteOutcome,
  type NoteSaverOptions,
  type UnsavedText,
} from './note-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A service whose responses the test controls. */
function service() {
  const sent: { note: string; previous: string | null; answer: (outcome: boolean | NoteOutcome) => void }[] =
    []
  return {
    sent,
    send: (note: string, previous: string | null) =>
      new Promise<NoteOutcome>((resolve, reject) => {
        sent.push({
          note,
          previous,
          answer: (outcome) => {
            if (outcome === false) reject(new Error('away'))
            else resolve(outcome === true ? { name: 'saved' } : outcome)
          },
        })
      }),
  }
}

const saverOf = (send: NoteSaverOptions['send']) => {
  const saver = createNoteSaver({ send, kept: null, keep() {} })
  return { ...saver, type: (text: string, shown = '') => saver.type(text, shown) }
}

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
  const kept: NoteSaverOptions['kept'][] = []
  const saver = createNoteSaver({ send, kept: null, keep: (unsaved) => void kept.push(unsaved) })
  saver.type('call back', '')
  saver.flush()
  sent[0]?.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  saver.type('call back on Monday', '')
  saver.type('call back', '')
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

test('every request names the stored note that it replaces', async () => {
  const { sent, send } = service()
  const saver = saverOf(send)
  saver.type('Wants a refund today', 'Wants a refund')
  saver.flush()
  sent[0]?.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  saver.type('Refunded')
  saver.flush()
  expect(sent.map(({ previous }) => previous)).toEqual(['Wants a refund', 'Wants a refund today'])
})

test('what a colleague stored meanwhile is kept, followed by what was typed here', async () => {
  const { sent, send } = service()
  const saver = saverOf(send)
  saver.type('Order 7: late', 'Order 7')
  saver.flush()
  saver.type('Order 7: late. Call back', 'Order 7')
  sent[0]?.answer({ name: 'changed', stored: 'Order 7 (VIP)' })
  await vi.advanceTimersByTimeAsync(0)
  const both = 'Order 7 (VIP)\n: late. Call back'
  expect(sent[1]).toMatchObject({ note: both, previous: 'Order 7 (VIP)' })
  sent[1]?.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(saver.state.get()).toEqual({ typed: both, name: 'merged' })
  saver.type(`${both} on Monday`)
  saver.flush()
  sent[2]?.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(saver.state.get().name).toBe('saved')
})

test('an own note whose response was lost is not mistaken for one of a colleague', async () => {
  const { sent, send } = service()
  const saver = saverOf(send)
  saver.type('Call back')
  saver.flush()
  sent[0]?.answer(false)
  await vi.advanceTimersByTimeAsync(0)
  saver.type('Refund')
  saver.flush()
  sent[1]?.answer({ name: 'changed', stored: 'Call back' })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent[2]).toMatchObject({ note: 'Refund', previous: 'Call back' })
  sent[2]?.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(saver.state.get()).toEqual({ typed: 'Refund', name: 'saved' })
})

/** A saver that keeps unsaved text as a reload finds it. */
function reloadable(kept: UnsavedText | null = null) {
  const storage = { kept }
  const { sent, send } = service()
  const saver = createNoteSaver({ send, kept, keep: (unsaved) => void (storage.kept = unsaved) })
  return { saver, sent, storage }
}

test('text typed during a request is kept as a change of what that request stored', async () => {
  const { saver, sent, storage } = reloadable()
  saver.type('Call back', '')
  saver.flush()
  saver.type('Refund', '')
  sent[0]?.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(storage.kept).toMatchObject({ text: 'Refund', base: 'Call back' })
})

test('an own note in transit during a reload is not mistaken for one of a colleague', async () => {
  const before = reloadable()
  before.saver.type('Call back', '')
  before.saver.flush()
  before.saver.type('Refund', '')

  const { saver, sent } = reloadable(before.storage.kept)
  saver.flush()
  sent[0]?.answer({ name: 'changed', stored: 'Call back' })
  await vi.advanceTimersByTimeAsync(0)
  expect(sent[1]).toMatchObject({ note: 'Refund', previous: 'Call back' })
})

test('two notes that are too long together are kept, and sent once they are shortened', async () => {
  const { saver, sent, storage } = reloadable()
  const [own, other] = ['a'.repeat(maxNoteLength), 'b'.repeat(maxNoteLength)]
  saver.type(own, '')
  saver.flush()
  sent[0]?.answer({ name: 'changed', stored: other })
  await vi.advanceTimersByTimeAsync(0)
  const both = `${other}\n${own}`
  saver.flush()
  expect(saver.state.get()).toEqual({ typed: both, name: 'too_long' })
  expect(storage.kept).toMatchObject({ text: both, base: other })
  expect(sent).toHaveLength(1)

  saver.type('Both, in short', '')
  saver.flush()
  expect(sent[1]).toMatchObject({ note: 'Both, in short', previous: other })
  sent[1]?.answer(true)
  await vi.advanceTimersByTimeAsync(0)
  expect(saver.state.get()).toEqual({ typed: 'Both, in short', name: 'saved' })
})
