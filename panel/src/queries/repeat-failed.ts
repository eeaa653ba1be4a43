import { ApiProblem } from '../api/api-problem.ts'

const intervalMs = 5000

/**
 * Options of queries whose failures are not shown: a failed load is repeated while the page is visible, unless the service refuses it.
 * The socket may stay connected, so no reconnect reloads them.
 */
export const repeatFailed = {
  refetchInterval: ({ state: { status, error } }: { state: { status: string; error: Error | null } }) =>
    status === 'error' && !isRefused(error) ? intervalMs : false,
} as const

/** Whether the last load has failed: one that runs now repeats it. */
export const hasFailed = (query: { dataUpdatedAt: number; errorUpdatedAt: number }): boolean =>
  query.errorUpdatedAt > query.dataUpdatedAt

const isRefused = (error: Error | null): boolean =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500 && error.code !== 'rate_limited'
