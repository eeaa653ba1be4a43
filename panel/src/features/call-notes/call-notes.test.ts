import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createCallNotes } from './call-notes.ts'
import { maxNoteLength } from './note-saver.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The sessionStorage of one window. */
function windowStorage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
}

/** Notes of one agent, with a service that can be unavailable. */
function notesOf(agentId: string, storage = windowStorage()) {
  const service = { away: true, stored: [] as string[], previous: [] as (string | null)[] }
  const notes = createCallNotes({
    storage,
    agentId,
    async send(callId, note, previous) {
      if (service.away) throw new Error('away')
      service.stored.push(`${callId}: ${note}`)
      service.previous.push(previous)
      return { name: 'saved' }
    },
  })
  return { notes, service, storage }
}

const settled = () => vi.advanceTimersByTimeAsync(0)

test('a note that failed to save after its field unmounted is reported, kept and saved later', async () => {
  const { notes, service, storage } = notesOf('ann')
  const hide = notes.show('call-1')
  notes.of('call-1').type('Call back on Monday', '')
  hide()
  await settled()
  expect(notes.unsaved.get()).toEqual([{ callId: 'call-1', name: 'failed', shown: false }])
  expect(notes.of('call-1').state.get()).toEqual({ typed: 'Call back on Monday', name: 'failed' })
  notes.show('call-1')
  expect(notes.unsaved.get()).toEqual([{ callId: 'call-1', name: 'failed', shown: true }])

  service.away = false
  notes.retry()
  await settled()
  expect(service.stored).toEqual(['call-1: Call back on Monday'])
  expect(notes.unsaved.get()).toEqual([])
  expect(storage.length).toBe(0)
})

test('unsaved notes survive a reload, only for their author', async () => {
  const before = notesOf('ann')
  before.notes.of('call-1').type('Call back on Monday', 'Call back')
  before.notes.retry()
  await settled()

  const another = notesOf('bob', before.storage)
  another.service.away = false
  another.notes.retry()
  await settled()
  expect(another.service.stored).toEqual([])

  const after = notesOf('ann', before.storage)
  expect(after.notes.of('call-1').state.get()).toEqual({ typed: 'Call back on Monday', name: 'dirty' })
  after.service.away = false
  after.notes.retry()
  await settled()
  expect(after.service.stored).toEqual(['call-1: Call back on Monday'])
  expect(after.service.previous).toEqual(['Call back'])
  expect(before.storage.length).toBe(0)
})

test('notes count as stored only once the service has the text, not while it is sent again', async () => {
  const { notes, service, storage } = notesOf('ann')
  expect(notes.allStored.get()).toBe(true)
  notes.of('call-1').type('Call back on Monday', '')
  expect(notes.allStored.get()).toBe(false)
  expect(notesOf('ann', storage).notes.allStored.get()).toBe(false)
  notes.retry()
  await settled()
  expect(notes.allStored.get()).toBe(false)
  service.away = false
  notes.retry()
  expect(notes.allStored.get()).toBe(false)
  await settled()
  expect(notes.allStored.get()).toBe(true)
})

test('two fields of one call share their text; once both are gone the service’s version is shown', async () => {
  const { notes, service } = notesOf('ann')
  service.away = false
  const hideBar = notes.show('call-1')
  const hideSheet = notes.show('call-1')
  notes.of('call-1').type('Wants the blue pot', '')
  hideBar()
  await settled()
  expect(notes.of('call-1').state.get().typed).toBe('Wants the blue pot')
  hideSheet()
  expect(notes.of('call-1').state.get()).toEqual({ typed: null, name: 'clean' })
})

test('a note that is too long is reported as unsaved, also after a reload', async () => {
  const { notes, service, storage } = notesOf('ann')
  service.away = false
  notes.of('call-1').type('x'.repeat(maxNoteLength + 1), '')
  const after = notesOf('ann', storage)
  after.service.away = false
  for (const window of [notes, after.notes]) {
    window.retry()
    await settled()
    expect(window.unsaved.get()).toEqual([{ callId: 'call-1', name: 'too_long', shown: false }])
  }
  expect([...service.stored, ...after.service.stored]).toEqual([])
})

test('without storage notes last as long as the page', async () => {
  const storage = windowStorage()
  const broken = {
    ...storage,
    setItem: () => {
      throw new Error('full')
    },
    getItem: () => {
      throw new Error('forbidden')
    },
  }
  const { notes, service } = notesOf('ann', broken)
  notes.of('call-1').type('x', '')
  service.away = false
  notes.retry()
  await settled()
  expect(service.stored).toEqual(['call-1: x'])
})
