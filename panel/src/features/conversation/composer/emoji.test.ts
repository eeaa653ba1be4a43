import { expect, test } from 'vitest'
import { emojiGroups, searchEmoji } from './emoji.ts'

test('every emoji is one grapheme, has a name and occurs once', () => {
  const all = emojiGroups.flatMap(({ list }) => list)
  for (const { emoji, name } of all) {
    expect([...new Intl.Segmenter().segment(emoji)], emoji).toHaveLength(1)
    expect(emoji).toMatch(/^\p{RGI_Emoji}$/v)
    expect(name).toMatch(/^[a-z-]+( [a-z-]+)*$/)
  }
  expect(new Set(all.map(({ emoji }) => emoji)).size).toBe(all.length)
})

test('a search matches parts of names and omits empty groups', () => {
  expect(searchEmoji('nothing like it')).toEqual([])
  expect(searchEmoji('  THUMBS ').flatMap(({ list }) => list.map(({ emoji }) => emoji))).toEqual(['👍', '👎'])
  expect(searchEmoji('').length).toBe(emojiGroups.length)
})
