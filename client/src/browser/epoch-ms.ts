/** Milliseconds since 1970 of an ISO 8601 time. Not Date.parse, which date.js replaces on host pages with a parser of its own. */
export const epochMs = (time: string): number => new Date(time).getTime()
