import { sql, type RawBuilder } from 'kysely'

const firstRetryMs = 1000
export const maxRetryMs = 300_000

/** Backoff with jitter: 1 s, 2 s, 4 s ... 5 min, each up to a quarter longer. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(maxRetryMs, firstRetryMs * 2 ** Math.min(20, attempts - 1)) * (1 + Math.random() / 4)

/** The time of the next attempt. */
export const later = (now: RawBuilder<string>, attempts: number): RawBuilder<string> =>
  after(now, retryDelayMs(attempts))

export const after = (now: RawBuilder<string>, ms: number): RawBuilder<string> =>
  sql<string>`${now} + ${ms}::float8 * interval '1 millisecond'`
