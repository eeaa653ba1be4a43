import { expect, test } from 'vitest'
import { isImage, displaySize } from './image-size.ts'

test('types that can contain scripts are files', () => {
  for (const mime of ['image/svg+xml', 'text/html', 'image/tiff', 'application/pdf', '']) {
    expect(isImage({ mime }), mime).toBe(false)
  }
  expect(isImage({ mime: 'image/webp' })).toBe(true)
})

test('keeps the aspect ratio within the limits of a bubble', () => {
  expect(displaySize({ width: 640, height: 480 })).toEqual({ width: '240px', height: '180px' })
  expect(displaySize({ width: 1_000, height: 4_000 })).toEqual({ width: '70px', height: '280px' })
  expect(displaySize({ width: 120, height: 90 })).toEqual({ width: '120px', height: '90px' })
})

test('a tiny image has a minimum size, one of unknown size is a square', () => {
  expect(displaySize({ width: 1, height: 1 })).toEqual({ width: '44px', height: '44px' })
  expect(displaySize({ width: null, height: null })).toEqual({ width: '180px', height: '180px' })
})
