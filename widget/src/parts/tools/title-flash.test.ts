import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTitleFlash } from './title-flash.ts'

let page: { title: string; hidden: boolean }

beforeEach(() => {
  vi.useFakeTimers()
  page = { title: 'Shop', hidden: false }
  vi.stubGlobal('document', page)
})
afterEach(() => void vi.useRealTimers())

test('a page without unread messages keeps its title', () => {
  createTitleFlash().show(0, '')
  vi.advanceTimersByTime(10_000)
  expect(page.title).toBe('Shop')
})

test('the number is static in a visible tab and alternates with the text in a hidden one', () => {
  const flash = createTitleFlash()
  flash.show(2, '2 new messages')
  vi.advanceTimersByTime(6_000)
  expect(page.title).toBe('(2) Shop')
  page.hidden = true
  const seen = new Set<string>()
  for (let turn = 0; turn < 4; turn++) {
    vi.advanceTimersByTime(1_500)
    seen.add(page.title)
  }
  expect([...seen].toSorted()).toEqual(['(2) Shop', '2 new messages'])
  flash.show(0, '')
  expect(page.title).toBe('Shop')
})

test('restores the title that the page set last', () => {
  const flash = createTitleFlash()
  flash.show(1, '1 new message')
  page.title = 'Basket'
  vi.advanceTimersByTime(1_500)
  expect(page.title).toBe('(1) Basket')
  flash.show(3, '3 new messages')
  expect(page.title).toBe('(3) Basket')
  page.title = 'Thank you'
  flash.show(0, '')
  expect(page.title).toBe('Thank you')
})
