const minDelayMs = 500
const maxDelayMs = 30_000
/** For visible tabs. */
const maxVisibleDelayMs = 8_000

/**
 * Milliseconds until the next attempt, with full jitter: from half a second up to a bound that doubles with each
 * consecutive failure, at most 30 s, or 8 s in a visible tab. Jitter spreads the reconnects after a server failure.
 *
 * @param attempts consecutive failures, 1 after the first
 * @param random from 0 to 1
 */
export function backoffDelayMs(attempts: number, random: number, isVisible = false): number {
  const bound = Math.min(isVisible ? maxVisibleDelayMs : maxDelayMs, minDelayMs * 2 ** attempts)
  return minDelayMs + random * (bound - minDelayMs)
}

/** Random delay within the period over which a stopping server asks its clients to reconnect (ms). */
export function drainingDelayMs(within: number, random: number): number {
  return random * Math.max(0, Math.min(within, maxDelayMs))
}
