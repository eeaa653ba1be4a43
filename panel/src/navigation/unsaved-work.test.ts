import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { abandonUnsavedWork, guardUnsavedWork, hasUnsavedWork } from './unsaved-work.ts'

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
  expect(hasUnsavedWork()).toBe(true)
  saved[0]?.()
  expect(asksBeforeClosing()).toBe(true)
  saved[1]?.()
  expect(asksBeforeClosing()).toBe(false)
  expect(hasUnsavedWork()).toBe(false)
})

test('the browser does not ask again about abandoned work', () => {
  const saved = guardUnsavedWork()
  abandonUnsavedWork()
  expect(asksBeforeClosing()).toBe(false)
  saved()
  expect(hasUnsavedWork()).toBe(false)
})
