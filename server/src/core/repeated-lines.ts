/** Interval in which a repeating line is written once. */
const windowMs = 30_000
const maxKnown = 500

type Line = { at: number; suppressed: number }

/**
 * Rate limit for log lines that repeat, such as one failing query during an outage. Returns null for a line to drop, else
 * how many equal ones were dropped since it was last written.
 */
export function limitRepeatedLines(now: () => number = Date.now): (line: string) => number | null {
  const known = new Map<string, Line>()
  return (key) => {
    const time = now()
    const line = known.get(key)
    if (line && time - line.at < windowMs) {
      line.suppressed += 1
      return null
    }
    // Reinserted, so that the map stays in order of time.
    known.delete(key)
    for (const [oldest, { at }] of known) {
      if (known.size < maxKnown && time - at < windowMs) break
      known.delete(oldest)
    }
    known.set(key, { at: time, suppressed: 0 })
    return line?.suppressed ?? 0
  }
}

/** Returns what makes a warning or an error equal to another: message, details and the error's text. undefined: never limited. */
export function repeatKey(about: unknown, message: unknown): string | undefined {
  if (typeof about !== 'object' || about === null) return undefined
  const { err, ...rest } = about as { err?: unknown; reason?: unknown }
  if (err === undefined && rest.reason === undefined) return undefined
  const details = Object.values(rest).filter((value) => typeof value !== 'object')
  return [message, ...details, err instanceof Error ? err.message : ''].map(String).join(' ')
}
