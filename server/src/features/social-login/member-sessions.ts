import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import {
  deleteMemberSession,
  deleteSessionsOf,
  findLiveSessions,
  findMemberSession,
  putMemberSession,
} from './member-session-store.ts'

const dayMs = 86_400_000

/** Times are in milliseconds since the epoch. */
export interface MemberSession {
  customer_id: string
  signed_in_at: number
  expires_at: number
}

export type MemberSessions = ReturnType<typeof createMemberSessions>

/** Sessions of members who signed in by social login. A session is bound to (provider, key); there is no session token. */
export function createMemberSessions(deps: { db: Database; clock: Clock }) {
  const { db, clock } = deps
  return {
    /** Called for each connection without a token. Returns undefined if there is no session or it has expired. */
    async find(providerId: string, jkt: string): Promise<MemberSession | undefined> {
      const row = await findMemberSession(db, providerId, jkt, timestamp(clock()))
      return (
        row && {
          customer_id: row.customer_id,
          signed_in_at: Date.parse(row.created_at),
          expires_at: Date.parse(row.expires_at),
        }
      )
    },

    /** Returns the live sessions of these keys as `<provider id> <jkt> <customer id>`. */
    async liveSessions(keys: { providerId: string; jkt: string }[]): Promise<Set<string>> {
      if (keys.length === 0) return new Set()
      const rows = await findLiveSessions(db, keys, timestamp(clock()))
      return new Set(rows.map((row) => `${row.provider_id} ${row.jkt} ${row.customer_id}`))
    },

    /** Uses up the code of the sign-in. Returns null if it was used already. */
    async begin(session: {
      organizationId: string
      providerId: string
      jkt: string
      customerId: string
      days: number
      codeHash: string
    }): Promise<MemberSession | null> {
      const now = clock()
      const ends = now + session.days * dayMs
      const row = {
        provider_id: session.providerId,
        jkt: session.jkt,
        organization_id: session.organizationId,
        customer_id: session.customerId,
        created_at: timestamp(now),
        expires_at: timestamp(ends),
      }
      if (!(await putMemberSession(db, row, session.codeHash))) return null
      return { customer_id: session.customerId, signed_in_at: now, expires_at: ends }
    },

    /** Signs out this browser. Idempotent. */
    async end(providerId: string, jkt: string): Promise<void> {
      await deleteMemberSession(db, providerId, jkt)
    },

    /** Signs out all browsers after the account was closed. */
    async endAllOf(customerId: string): Promise<void> {
      await deleteSessionsOf(db, customerId)
    },
  }
}
