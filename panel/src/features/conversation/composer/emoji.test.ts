import { expect, test } from 'vitest'
import { emojiGroups, searchEmoji } from './emoji.ts'

test('every emoji is one character to the reader, has a name, and stands there once', () => {
  const all = emojiGroups.flatMap(({ list }) => list)
  for (const { emoji, name } of all) {
    expect([...new Intl.Segmenter().segment(emoji)], emoji).toHaveLength(1)
    expect(emoji).toMatch(/^\p{RGI_Emoji}$/v)
    expect(name).toMatch(/^[a-z-]+( [a-z-]+)*$/)
  }
  expect(new Set(all.map(({ emoji }) => emoji)).size).toBe(all.length)
})

test('a search finds by part of the name and leaves empty groups out', () => {
  expect(searchEmoji('nothing like it')).toEqual([])
  expect(searchEmoji('  THUMBS ').flatMap(({ list }) => list.map(({ emoji }) => emoji))).toEqual(['👍', '👎'])
  expect(searchEmoji('').length).toBe(emojiGroups.length)
})
