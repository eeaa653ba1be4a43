const minDelayMs = 500
const maxDelayMs = 30_000
/** While somebody is looking. */
const maxVisibleDelayMs = 8_000

/**
 * Milliseconds until the next try: full jitter, from half a second up to a bound that doubles with each
 * failure in a row, 30 s at most, 8 s in a visible tab. Clients that lost the same server do not come back at the same moment.
 *
 * @param attempts failures in a row, 1 after the first
 * @param random from 0 to 1
 */
export function backoffDelayMs(attempts: number, random: number, isVisible = false): number {
  const bound = Math.min(isVisible ? maxVisibleDelayMs : maxDelayMs, minDelayMs * 2 ** attempts)
  return minDelayMs + random * (bound - minDelayMs)
}

/** A server that stops says over how many milliseconds its clients shall come back. */
export function drainingDelayMs(within: number, random: number): number {
  return random * Math.max(0, Math.min(within, maxDelayMs))
}
