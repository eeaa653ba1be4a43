/** A repeating line is written once per interval. */
const windowMs = 30_000
const maxKnown = 500

type Line = { at: number; suppressed: number }

/**
 * Rate limit for repeating log lines, such as one failing query during an outage. Returns null for a line to drop, otherwise
 * the number of equal lines dropped since it was last written.
 */
export function limitRepeatedLines(
  now: () => number = () => performance.now(),
): (line: string) => number | null {
  const known = new Map<string, Line>()
  return (key) => {
    const time = now()
    const line = known.get(key)
    if (line && time - line.at < windowMs) {
      line.suppressed += 1
      return null
    }
    // Reinserted to keep the map ordered by time.
    known.delete(key)
    for (const [oldest, { at }] of known) {
      if (known.size < maxKnown && time - at < windowMs) break
      known.delete(oldest)
    }
    known.set(key, { at: time, suppressed: 0 })
    return line?.suppressed ?? 0
  }
}

/** Returns the key of equal warnings or errors: message, details and the error's text. undefined: never limited. */
export function repeatKey(about: unknown, message: unknown): string | undefined {
  if (typeof about !== 'object' || about === null) return undefined
  const { err, ...rest } = about as { err?: unknown; reason?: unknown }
  if (err === undefined && rest.reason === undefined) return undefined
  const details = Object.values(rest).filter((value) => typeof value !== 'object')
  return [message, ...details, err instanceof Error ? err.message : ''].map(String).join(' ')
}
