/** Distinct hues, apart from the red of failures. */
const hues = [45, 85, 130, 165, 200, 235, 265, 295, 325, 350]

/** A stable hue per id (FNV-1a). */
export function hueOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  }
  return hues[(hash >>> 0) % hues.length] ?? 235
}

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
