import { expect, test } from 'vitest'
import { isImage, displaySize } from './image-size.ts'

test('a program in a picture’s clothes is a file', () => {
  for (const mime of ['image/svg+xml', 'text/html', 'image/tiff', 'application/pdf', '']) {
    expect(isImage({ mime }), mime).toBe(false)
  }
  expect(isImage({ mime: 'image/webp' })).toBe(true)
})

test('the room has the picture’s shape and never more than the bubble', () => {
  expect(displaySize({ width: 640, height: 480 })).toEqual({ width: '240px', height: '180px' })
  expect(displaySize({ width: 1_000, height: 4_000 })).toEqual({ width: '70px', height: '280px' })
  expect(displaySize({ width: 120, height: 90 })).toEqual({ width: '120px', height: '90px' })
})

test('a tiny picture can still be touched, one of unknown size has a square', () => {
  expect(displaySize({ width: 1, height: 1 })).toEqual({ width: '44px', height: '44px' })
  expect(displaySize({ width: null, height: null })).toEqual({ width: '180px', height: '180px' })
})
