import { expect, test } from 'vitest'
import { nextLink } from './played-link.ts'

test('another link to the same file does not interrupt whoever listens', () => {
  const played = { url: '/a?_hash=1', failed: false }
  expect(nextLink(played, '/a?_hash=2')).toBe(played)
})

test('after a link that could not be played the next one is tried', () => {
  const played = { url: '/a?_hash=1', failed: true }
  expect(nextLink(played, '/a?_hash=1')).toBe(played)
  expect(nextLink(played, '/a?_hash=2')).toEqual({ url: '/a?_hash=2', failed: false })
})
