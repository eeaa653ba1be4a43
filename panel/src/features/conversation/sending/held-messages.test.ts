import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createHeldMessages, undoDelayMs, type HeldMessage } from './held-messages.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A browser whose pages share storage. */
function browserWith() {
  const stored = new Map<string, HeldMessage>()
  const sent: string[] = []
  const open = () =>
    createHeldMessages({
      storage: {
        all: () => [...stored.values()],
        put: (message) => void stored.set(message.clientId, message),
        remove: (clientId) => void stored.delete(clientId),
      },
      send: ({ content }) => void sent.push(content),
      closed: new AbortController().signal,
      now: () => Date.now(),
      after(milliseconds, work) {
        const timer = setTimeout(work, milliseconds)
        return () => clearTimeout(timer)
      },
    })
  return { open, sent, stored }
}

const message = (content: string): HeldMessage => ({
  clientId: content,
  customerId: 'customer',
  conversationId: 'conversation',
  content,
  replyTo: null,
  media: [],
  seenSeq: 0,
  actions: [],
  dueAt: Date.now() + undoDelayMs,
})

test('a message is held for its customer until it is sent or undone', () => {
  const page = browserWith().open()
  page.hold(message('First'))
  page.hold(message('Second'))
  expect(page.holdsFor('another')).toBe(false)
  page.undo('First')
  expect(page.holdsFor('customer')).toBe(true)
  vi.advanceTimersByTime(undoDelayMs)
  expect(page.holdsFor('customer')).toBe(false)
})

test('an undone message is never sent, not even by the next page', () => {
  const { open, sent } = browserWith()
  const page = open()
  page.hold(message('Wrong'))
  expect(page.undo('Wrong')).toMatchObject({ content: 'Wrong' })
  open().adopt()
  vi.advanceTimersByTime(60_000)
  expect(sent).toEqual([])
})

test('a sent message cannot be undone', () => {
  const { open, sent, stored } = browserWith()
  const page = open()
  page.hold(message('Gone'))
  vi.advanceTimersByTime(undoDelayMs)
  expect(page.undo('Gone')).toBeNull()
  vi.advanceTimersByTime(1_000)
  expect(sent).toEqual(['Gone'])
  expect(stored.size).toBe(0)
})

test('closing the page sends held messages once, in order', () => {
  const { open, sent } = browserWith()
  const page = open()
  page.hold(message('First'))
  page.hold(message('Second'))
  page.flush()
  open().adopt()
  vi.advanceTimersByTime(60_000)
  expect(sent).toEqual(['First', 'Second'])
})

test('a message of a page that crashed while closing is sent again with the same id', () => {
  const { open, stored } = browserWith()
  const page = open()
  page.hold(message('Leaving'))
  page.flush()
  vi.clearAllTimers()
  expect([...stored.keys()]).toEqual(['Leaving'])
  open().adopt()
  vi.advanceTimersByTime(60_000)
  expect(stored.size).toBe(0)
})

test('the next page sends the messages of a killed page', () => {
  const { open, sent, stored } = browserWith()
  stored.set('Left', message('Left'))
  open().adopt()
  vi.advanceTimersByTime(undoDelayMs)
  expect(sent).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(sent).toEqual(['Left'])
  expect(stored.size).toBe(0)
})

test('a window does not send messages that another open window sends or undoes', () => {
  const { open, sent } = browserWith()
  const mine = open()
  const other = open()
  mine.hold(message('Sent here'))
  mine.hold(message('Taken back'))
  other.adopt()
  mine.undo('Taken back')
  vi.advanceTimersByTime(60_000)
  expect(sent).toEqual(['Sent here'])
})
