import type { QueryClient } from '@tanstack/react-query'
import type { AgentSession } from '@parley/client/session/agent-session'
import { ApiProblem } from '../api/api-problem.ts'
import { meQuery } from '../queries/organization-queries.ts'

/** After a password change the new cookie arrives after the old session's sockets close (ms). */
const cookieDelayMs = 1_500
/** Prevents an endless loop of refused connections. */
const retryIntervalMs = 30_000

/**
 * After refused or failing sockets, checks via /v1/me whether the session ended or the membership was
 * removed: browsers do not expose why an upgrade failed. If still signed in, reconnects.
 */
export function checkSessionWhenRefused(
  session: Pick<AgentSession, 'state' | 'retryNow'>,
  queryClient: QueryClient,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let retryAt = -Infinity
  /** Consecutive checks without an answer. */
  let failures = 0
  let stopped = false

  const check = async () => {
    if (queryClient.isMutating() > 0) return later(cookieDelayMs)
    // Retries of a query wait until its page is visible.
    const answer = await queryClient.fetchQuery({ ...meQuery, staleTime: 0, retry: false }).then(
      () => 'signed-in' as const,
      (error) => (isSignedOut(error) ? ('signed-out' as const) : ('unknown' as const)),
    )
    if (answer === 'signed-out' || session.state.get().name !== 'refused') return
    const now = performance.now()
    failures = answer === 'unknown' ? failures + 1 : 0
    if (answer === 'unknown') return later(failures < 3 ? cookieDelayMs : retryIntervalMs)
    if (now < retryAt) return later(retryAt - now)
    retryAt = now + retryIntervalMs
    session.retryNow()
  }
  const later = (delayMs: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void check(), delayMs)
  }
  const unsubscribe = session.state.subscribe(() => {
    const state = session.state.get()
    if (state.name === 'refused') later(cookieDelayMs)
    else if (state.name === 'waiting' && state.attempts % 3 === 2) {
      void queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
    }
  })
  return () => {
    stopped = true
    clearTimeout(timer)
    unsubscribe()
  }
}

const isSignedOut = (error: unknown) => error instanceof ApiProblem && error.code === 'unauthenticated'
