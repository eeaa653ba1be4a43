import { expect, test } from 'vitest'
import { formatFileSize } from './file-size.ts'

test('formats kilobytes, then megabytes, and never zero', () => {
  expect([1, 900, 1_000, 184_320, 1_400_000].map((bytes) => formatFileSize(bytes, 'en'))).toEqual([
    '1 kB',
    '1 kB',
    '1 kB',
    '184 kB',
    '1.4 MB',
  ])
})
