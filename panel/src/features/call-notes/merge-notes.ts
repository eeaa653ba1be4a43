/**
 * Both notes in one: the stored one of a colleague, then what was typed here.
 *
 * @param base the stored note before both changes; null: not known
 */
export function mergeNotes(stored: string, typed: string, base: string | null): string {
  if (typed.startsWith(stored)) return typed
  const own = base !== null && typed.startsWith(base) ? typed.slice(base.length).trim() : typed
  return own === '' ? stored : `${stored}\n${own}`
}
