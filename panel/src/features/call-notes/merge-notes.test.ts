import { expect, test } from 'vitest'
import { mergeNotes } from './merge-notes.ts'

test('what was added here follows the stored note', () => {
  expect(mergeNotes('Late order', 'Call back', '')).toBe('Late order\nCall back')
  expect(mergeNotes('Late order, VIP', 'Late order. Call back', 'Late order.')).toBe(
    'Late order, VIP\nCall back',
  )
})

test('text that was changed here is kept in full, as is text whose origin is unknown', () => {
  expect(mergeNotes('Late order, VIP', 'Wrong order', 'Late order')).toBe('Late order, VIP\nWrong order')
  expect(mergeNotes('Late order', 'Call back', null)).toBe('Late order\nCall back')
})

test('nothing is added twice', () => {
  expect(mergeNotes('Call back', 'Call back on Monday', '')).toBe('Call back on Monday')
  expect(mergeNotes('', 'Call back', 'Late order')).toBe('Call back')
})

test('what the colleague deleted stays deleted', () => {
  const base = 'Order 7. Card 4111'
  expect(mergeNotes('Order 7', `${base}. Refund`, base)).toBe('Order 7\n. Refund')
  expect(mergeNotes('', `${base}\nRefund`, base)).toBe('Refund')
  expect(mergeNotes('Order 7', base, base)).toBe('Order 7')
  expect(mergeNotes('Order 7', 'Order 7', base)).toBe('Order 7')
})

test('a note that is stored as it was before is replaced', () => {
  expect(mergeNotes('Late order', 'Wrong order', 'Late order')).toBe('Wrong order')
})
