/**
 * Both notes in one: the stored one of a colleague, then what was typed here.
 *
 * @param base the stored note before both changes; null: not known
 */
export function mergeNotes(stored: string, typed: string, base: string | null): string {
  if (typed === stored || stored === base) return typed
  // A note that the colleague shortened is also a prefix of what was typed here: the deletion must stay.
  const isShortened = base?.startsWith(stored) === true
  if (typed.startsWith(stored) && !isShortened) return typed
  const own = base !== null && typed.startsWith(base) ? typed.slice(base.length).trim() : typed
  return [stored, own].filter((text) => text !== '').join('\n')
}
