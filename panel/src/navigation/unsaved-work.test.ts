import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { abandonUnsavedWork, guardUnsavedWork, unsavedWork } from './unsaved-work.ts'

let page: EventTarget

beforeEach(() => {
  page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('removeEventListener', page.removeEventListener.bind(page))
})
afterEach(abandonUnsavedWork)

const asksBeforeClosing = () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true }))

test('the browser asks until all unsaved work is saved', () => {
  expect(asksBeforeClosing()).toBe(false)
  const saved = [guardUnsavedWork(), guardUnsavedWork()]
  expect(unsavedWork()).toBe('changes')
  saved[0]?.()
  expect(asksBeforeClosing()).toBe(true)
  saved[1]?.()
  expect(asksBeforeClosing()).toBe(false)
  expect(unsavedWork()).toBeNull()
})

test('the browser does not ask again about abandoned work', () => {
  const saved = guardUnsavedWork()
  abandonUnsavedWork()
  expect(asksBeforeClosing()).toBe(false)
  saved()
  expect(unsavedWork()).toBeNull()
})

test('the agent is asked about a call before anything else', () => {
  guardUnsavedWork()
  const ended = guardUnsavedWork('call')
  expect(unsavedWork()).toBe('call')
  ended()
  expect(unsavedWork()).toBe('changes')
})
