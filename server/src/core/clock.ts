/** Where the service reads the time: milliseconds since 1970. Rules take it, so that tests can turn it. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()

/** ISO 8601 with milliseconds and numeric offset (design 3): the only form of a time in JSON and in SQL. */
export function timestamp(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('Z', '+00:00')
}

/** Whole seconds between two of our timestamps, never negative. */
export function secondsBetween(from: string, to: string): number {
  return Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / 1000))
}
