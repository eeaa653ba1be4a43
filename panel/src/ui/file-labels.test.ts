import { expect, test } from 'vitest'
import { fileKind, fileSize, isImage, linkExpired, imageSize } from './file-labels.ts'

test('SVG and unknown types are files, not images', () => {
  expect(['image/svg+xml', 'text/html', 'image/tiff', ''].map((mime) => isImage({ mime }))).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect(isImage({ mime: 'image/webp' })).toBe(true)
})

test('an image keeps its proportions within the maximum size and has a minimum size', () => {
  expect(imageSize({ width: null, height: null })).toEqual({ width: 240, height: 240 })
  expect(imageSize({ width: 0, height: 10 })).toEqual({ width: 240, height: 240 })
  expect(imageSize({ width: 4000, height: 2000 })).toEqual({ width: 320, height: 160 })
  expect(imageSize({ width: 300, height: 3000 })).toEqual({ width: 48, height: 320 })
  expect(imageSize({ width: 100, height: 80 })).toEqual({ width: 100, height: 80 })
})

test('a file’s kind is its extension, else its type', () => {
  expect(fileKind({ name: 'offer.final.pdf', mime: 'application/pdf' })).toBe('PDF')
  expect(fileKind({ name: 'README', mime: 'text/plain' })).toBe('PLAIN')
  expect(fileKind({ name: 'strange.', mime: 'application/x-tar' })).toBe('X')
})

test('a size uses a readable unit', () => {
  expect(fileSize(0, 'en')).toBe('0 bytes')
  expect(fileSize(999, 'en')).toBe('999 bytes')
  expect(fileSize(1_000, 'en')).toBe('1 kB')
  expect(fileSize(1_240_000, 'en')).toBe('1.2 MB')
  expect(fileSize(1_500_000_000, 'tr')).toContain('1,5')
})

test('a link expires at its second; one without expiry never does', () => {
  const url = '/v1/public/media/id/a.png?_expiration=1000&_hash=x'
  expect(linkExpired(url, 999_999)).toBe(false)
  expect(linkExpired(url, 1_000_000)).toBe(true)
  expect(linkExpired('blob:https://panel.example/id', 1)).toBe(false)
})
