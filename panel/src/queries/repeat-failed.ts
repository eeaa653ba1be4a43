import { ApiProblem, type ProblemCode } from '../api/api-problem.ts'

const minDelayMs = 5000
const maxDelayMs = 30_000
const minRemainingMs = 100

interface QueryState {
  status: string
  error: Error | null
  errorUpdateCount: number
  errorUpdatedAt: number
  dataUpdateCount: number
  fetchStatus: string
}

interface FailedLoad {
  errorUpdateCount: number
  dataUpdateCount: number
  /** Since the last load that succeeded. */
  failures: number
  delayMs: number
}

/** By query. The observers of a query ask at any time, and must all get the same delay. */
const failedLoads = new WeakMap<object, FailedLoad>()

/** Doubles with each consecutive failure. The jitter spreads the loads of many panels after an outage. */
function retryDelayMs(query: { state: QueryState }): number {
  const { errorUpdateCount, dataUpdateCount } = query.state
  const last = failedLoads.get(query)
  if (last?.errorUpdateCount === errorUpdateCount) return last.delayMs
  const failures = last?.dataUpdateCount === dataUpdateCount ? last.failures + 1 : 1
  const minMs = Math.min(maxDelayMs / 2, minDelayMs * 2 ** (failures - 1))
  const delayMs = minMs + Math.random() * minMs
  failedLoads.set(query, { errorUpdateCount, dataUpdateCount, failures, delayMs })
  return delayMs
}

/** What remains of the delay: every change of the query's data, such as a live update, starts the timer again. */
function repeatInterval(query: { state: QueryState }): number | false {
  const { status, error, fetchStatus, errorUpdatedAt } = query.state
  if (status !== 'error' || fetchStatus !== 'idle' || isRefused(error)) return false
  const delayMs = retryDelayMs(query)
  // The clock may have been set back since.
  return Math.min(delayMs, Math.max(minRemainingMs, errorUpdatedAt + delayMs - Date.now()))
}

/**
 * Options of queries whose failures are not shown: a failed load is repeated while the page is visible, unless the service refuses it.
 * The socket may stay connected, so no reconnect reloads them.
 */
export const repeatFailed = { refetchInterval: repeatInterval } as const

/**
 * The same for queries that show a failed first load, and a failed next page, which the agent repeats: a repeat would load all pages
 * again each time the next one fails. Data whose reload failed would stay outdated until the page gets the focus.
 */
export const repeatFailedReload = {
  refetchInterval: (query: {
    state: QueryState & { data: unknown; fetchMeta: { fetchMore?: unknown } | null }
  }): number | false =>
    query.state.data === undefined || query.state.fetchMeta?.fetchMore !== undefined
      ? false
      : repeatInterval(query),
} as const

/** Whether the last load has failed: one that runs now repeats it. */
export const hasFailed = (query: { dataUpdatedAt: number; errorUpdatedAt: number }): boolean =>
  query.errorUpdatedAt > query.dataUpdatedAt

/** Whether the service has refused the request. The error page of a proxy, whatever its status, is no refusal. */
const isRefused = (error: Error | null): boolean =>
  error instanceof ApiProblem && error.status >= 400 && error.status < 500 && !passing.has(error.code)

const passing: ReadonlySet<ProblemCode> = new Set(['rate_limited', 'unavailable'])
