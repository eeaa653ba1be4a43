import { AppError } from '../../core/app-error.ts'

/** Reports of this process at a time: the rest of the pool and of the processors serves conversations. */
const maxRunning = 2
/** A page asks for a report and a list. Enough for several admins who open one at the same moment. */
const maxWaitingPerOrganization = 8
/** Half a minute of reports that take a second each: browsers and proxies give up soon after. */
const maxWaiting = 60
const maxRetryAfterSeconds = 30

/** Runs `work` when it is the organization's turn. Rejects once `signal` aborts; `work` is given it to end early. */
export type ReportQueue = <T>(
  organizationId: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T>

/**
 * Organizations take turns, with one report each at a time, so that no organization waits for all requests of another.
 * @throws AppError reports_busy when too many are waiting
 */
export function createReportQueue(): ReportQueue {
  /** Waiting requests by organization, in the order of their turns. */
  const queues = new Map<string, (() => void)[]>()
  const running = new Set<string>()
  let waiting = 0

  function startNext(): void {
    for (const [organizationId, starts] of queues) {
      if (running.size >= maxRunning) return
      if (running.has(organizationId)) continue
      const start = starts.shift()
      // Its next report waits for all organizations that are waiting now.
      queues.delete(organizationId)
      if (starts.length > 0) queues.set(organizationId, starts)
      running.add(organizationId)
      waiting -= 1
      start?.()
    }
  }

  function leave(organizationId: string, start: () => void): void {
    const rest = queues.get(organizationId)?.filter((other) => other !== start) ?? []
    if (rest.length > 0) queues.set(organizationId, rest)
    else queues.delete(organizationId)
    waiting -= 1
  }

  function turnOf(organizationId: string, signal: AbortSignal): Promise<void> {
    const ofOrganization = queues.get(organizationId) ?? []
    if (waiting >= maxWaiting || ofOrganization.length >= maxWaitingPerOrganization) {
      const retryAfter = Math.min(maxRetryAfterSeconds, Math.ceil(waiting / maxRunning) + 1)
      throw new AppError('reports_busy', { retryAfter })
    }
    return new Promise((resolve, reject) => {
      const start = () => {
        signal.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        leave(organizationId, start)
        reject(closedRequest())
      }
      signal.addEventListener('abort', giveUp, { once: true })
      queues.set(organizationId, [...ofOrganization, start])
      waiting += 1
      startNext()
    })
  }

  return async (organizationId, signal, work) => {
    if (signal.aborted) throw closedRequest()
    await turnOf(organizationId, signal)
    try {
      return await work(signal)
    } catch (error) {
      throw signal.aborted ? closedRequest() : error
    } finally {
      running.delete(organizationId)
      startNext()
    }
  }
}

/** Expected, so never logged or returned. */
const closedRequest = () => new AppError('reports_busy', { detail: 'The request was closed.' })
