import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import {
  deleteMemberSession,
  deleteSessionsOf,
  findMemberSession,
  putMemberSession,
} from './member-session-store.ts'

const day = 86_400_000

/** A sign-in that lasts. Times in milliseconds. */
export interface MemberSession {
  customer_id: string
  signed_in_at: number
  expires_at: number
}

export type MemberSessions = ReturnType<typeof createMemberSessions>

/** Who is signed in by social login on which browser: a session belongs to (provider, key), and no token travels. */
export function createMemberSessions(deps: { db: Database; clock: Clock }) {
  const { db, clock } = deps
  return {
    /** Asked by every connect without a token. undefined: nobody, or the time is over. */
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

    async begin(session: {
      organizationId: string
      providerId: string
      jkt: string
      customerId: string
      days: number
    }): Promise<MemberSession> {
      const now = clock()
      const ends = now + session.days * day
      await putMemberSession(db, {
        provider_id: session.providerId,
        jkt: session.jkt,
        organization_id: session.organizationId,
        customer_id: session.customerId,
        created_at: timestamp(now),
        expires_at: timestamp(ends),
      })
      return { customer_id: session.customerId, signed_in_at: now, expires_at: ends }
    },

    /** Signed out on this browser. Nothing to do is fine. */
    async end(providerId: string, jkt: string): Promise<void> {
      await deleteMemberSession(db, providerId, jkt)
    },

    /** The account was closed: signed out everywhere. */
    async endAllOf(customerId: string): Promise<void> {
      await deleteSessionsOf(db, customerId)
    },
  }
}
