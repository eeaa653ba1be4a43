/** Returns the time in Unix milliseconds. Time-dependent code takes a clock so that tests control the time. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** ISO 8601 with milliseconds and numeric offset (design 3), the only time format in JSON and SQL. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '+00:00')
}

/** Returns whole seconds between two timestamps, at least 0. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000))
}
