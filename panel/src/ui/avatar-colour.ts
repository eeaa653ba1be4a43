/** Initials of the first and last word; '' without a name. */
export function initialsOf(name: string | null): string {
  const words = (name ?? '').trim().split(/\s+/u).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters.map(firstLetter).join('').toLocaleUpperCase()
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first grapheme: an emoji or an accented letter is one. */
function firstLetter(word: string | undefined): string {
  for (const { segment } of segmenter.segment(word ?? '')) return segment
  return ''
}
