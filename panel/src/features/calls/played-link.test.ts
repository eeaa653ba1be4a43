import { expect, test } from 'vitest'
import { nextLink } from './played-link.ts'

test('a new link to the same file does not interrupt playback', () => {
  const played = { url: '/a?_hash=1', failed: false }
  expect(nextLink(played, '/a?_hash=2')).toBe(played)
})

test('after a link failed to play the next one is used', () => {
  const played = { url: '/a?_hash=1', failed: true }
  expect(nextLink(played, '/a?_hash=1')).toBe(played)
  expect(nextLink(played, '/a?_hash=2')).toEqual({ url: '/a?_hash=2', failed: false })
})
