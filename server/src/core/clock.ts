/** Returns the time in Unix milliseconds. Time-dependent code takes a clock so that tests control the time. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/**
 * Returns whether `durationMs` have passed since `since`. Also true if the clock was set back meanwhile: what waits for the end of
 * the duration would otherwise stop for as long as the step.
 */
export function hasPassed(durationMs: number, since: number, clock: Clock): boolean {
  const elapsedMs = clock() - since
  return elapsedMs < 0 || elapsedMs >= durationMs
}

/** ISO 8601 with milliseconds and numeric offset (design 3), the only time format in JSON and SQL. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '+00:00')
}

/** Returns whole seconds between two timestamps, at least 0. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000))
}

/** Returns the latest of these timestamps in Unix milliseconds, or 0. Later ones, of a process whose clock was ahead, do not count. */
export const latestUntil = (max: number, timestamps: (string | null)[]): number =>
  Math.max(0, ...timestamps.map((at) => Date.parse(at ?? '')).filter((at) => at <= max))
