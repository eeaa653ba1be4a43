import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '../../core/app-error.ts'
import type { Bus } from '../../core/bus/bus.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { isId } from '../../core/ids.ts'
import { hashToken } from '../../core/secrets.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import { bearsApiKey, roleReaches, type AuthorizeAgent } from '../../core/permissions.ts'
import { findLiveSessions, findSessionInOrganization, listMemberships } from './agent-store.ts'
import { deleteExpiredSessions, deleteSession, findSession } from './person-store.ts'
import { announceChange } from '../../core/organization-changes.ts'

declare module '../../core/bus/bus.ts' {
  interface BusMessages {
    /**
     * Sockets of this user in this organization must be closed: those of one ended session (sign-out, password change), or
     * all of them when the agent was removed (`session_id` null).
     */
    'agent.gone': { organization_id: string; user_id: string; session_id: string | null }
  }
}

/**
 * Per session, across processes. The panel makes about 20 requests when it opens, and ten a second while an agent holds `j` in the
 * inbox; several tabs and a reconnect of all of them stay far below. A script with a stolen cookie does not.
 */
export const requestsOfSession = { burst: 600, perSecond: 30 }

export interface Session {
  sessionId: string
  userId: string
  name: string
  email: string
}

export interface Sessions {
  /** Counts a request of a session. Returns false without a session cookie that this service has signed. @throws AppError rate_limited */
  count: (headers: IncomingHttpHeaders) => boolean
  /** Counts the request. null: nobody is signed in. @throws AppError rate_limited */
  sessionOf: (headers: IncomingHttpHeaders) => Promise<Session | null>
  /** Ends the session of a request. Returns null if there is none. */
  end: (headers: IncomingHttpHeaders) => Promise<Pick<Session, 'sessionId' | 'userId'> | null>
  authorizeAgent: AuthorizeAgent
  /** Returns the valid memberships of these sessions as `<session id> <organization id>`, for open sockets. */
  liveSessions(sessionIds: string[]): Promise<Set<string>>
}

/** Authenticates requests with one uncached query, so that an ended session is rejected at once. */
export function createSessions(deps: {
  db: Database
  clock: Clock
  rateLimits: RateLimits
  sessionToken: (headers: IncomingHttpHeaders) => string | null
}): Sessions {
  const { db, clock, sessionToken } = deps
  const requests = deps.rateLimits.buckets('session', requestsOfSession)

  /** Returns the token of a request. Counts it before any query, so that requests over the limit cost nothing. */
  function countedToken(headers: IncomingHttpHeaders): string | null {
    const token = sessionToken(headers)
    const waitMs = token === null ? 0 : requests.take(hashToken(token))
    if (waitMs > 0) throw new AppError('rate_limited', { retryAfter: Math.ceil(waitMs / 1000) })
    return token
  }

  return {
    count: (headers) => countedToken(headers) !== null,

    async liveSessions(sessionIds) {
      if (sessionIds.length === 0) return new Set()
      const rows = await findLiveSessions(db, sessionIds, timestamp(clock()))
      return new Set(rows.map((row) => `${row.session_id} ${row.organization_id}`))
    },

    async sessionOf(headers) {
      const token = countedToken(headers)
      const row = token === null ? undefined : await findSession(db, token, timestamp(clock()))
      if (!row) return null
      return { sessionId: row.session_id, userId: row.user_id, name: row.name, email: row.email }
    },

    async end(headers) {
      const token = sessionToken(headers)
      const row = token === null ? undefined : await deleteSession(db, token)
      return row ? { sessionId: row.id, userId: row.user_id } : null
    },

    async authorizeAgent({ headers }, organizationId, needed = 'agent') {
      const token = countedToken(headers)
      if (token === null && bearsApiKey(headers))
        throw new AppError('forbidden', { detail: 'API keys cannot use this operation.' })
      if (token === null) throw new AppError('unauthenticated')
      if (!isId(organizationId)) throw new AppError('not_found')
      const now = timestamp(clock())
      const row = await findSessionInOrganization(db, { token, organizationId, now })
      if (!row) throw new AppError('unauthenticated')
      const { agent_id: agentId, role } = row
      if (agentId === null || role === null) throw new AppError('not_found')
      if (!roleReaches(role, needed)) throw new AppError('forbidden')
      return {
        organizationId,
        agentId,
        userId: row.user_id,
        sessionId: row.session_id,
        role,
        face: { id: agentId, name: row.name, avatar_url: row.avatar_url },
      }
    },
  }
}

/** Publishes changes of sessions and persons on the bus. */
export function sessionHooks(deps: {
  db: Database
  bus: Bus
  clock: Clock
  onError: (error: unknown) => void
}) {
  const { db, bus, clock } = deps

  /** The change is committed, so the request must not fail: a repeat would find its link used. */
  async function announce(userId: string, publish: (organizationId: string) => void): Promise<void> {
    try {
      for (const { organization_id } of await listMemberships(db, userId)) publish(organization_id)
    } catch (error) {
      deps.onError(error)
    }
  }

  return {
    async onSessionStarted(): Promise<void> {
      await deleteExpiredSessions(db, clock)
    },
    /** Closes the session's sockets. Never rejects: if it fails, the next sweep closes them. */
    onSessionEnded: (session: { id: string; userId: string }): Promise<void> =>
      announce(session.userId, (organization_id) =>
        bus.publish('agent.gone', { organization_id, user_id: session.userId, session_id: session.id }),
      ),
    /** Never rejects. */
    onPersonChanged: (userId: string): Promise<void> =>
      announce(userId, (organizationId) => announceChange(bus, organizationId, 'agents')),
  }
}
