/** Distinct hues without red, which marks failures. */
const hues = [45, 85, 130, 165, 200, 235, 265, 295, 325, 350]

/** The hue of a person's initials, stable per id (FNV-1a), the same in panel and widget. */
export function hueOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index++) {
    hash = Math.imul(hash ^ id.charCodeAt(index), 0x01000193)
  }
  return hues[(hash >>> 0) % hues.length] ?? 235
}
