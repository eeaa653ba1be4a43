import Type, { type Static } from 'typebox'
import type { CallEntry, LogEntry } from './event.ts'
import type { TimelineMessage } from './message.ts'
import type { ReceiptState } from './session.ts'
import { closed, Id, Seq } from './scalars.ts'

/**
 * A range of one customer's log as its reader may see it. It covers every position after `after` up to and
 * including `to`; entries that are not for this reader are omitted, so a gap shows only as a mismatch of
 * `after`. The client's rule: apply when `after` <= own position < `to`, drop when
 * `to` <= own position, otherwise read the gap with log.read.
 */
export interface Entries {
  customer_id: string
  after: number
  to: number
  entries: LogEntry[]
}

/** log.read: the entries after a position, at most `max` positions (default 200). Returns Entries. */
export const LogReadParams = Type.Object(
  {
    after: Seq,
    max: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
    customer_id: Type.Optional(Id),
  },
  closed,
)
export type LogReadParams = Static<typeof LogReadParams>

/** A page of a customer's messages. */
export interface MessageHistory {
  /** Newest first. */
  messages: TimelineMessage[]
  /** Whether there are older messages. */
  more: boolean
  /** Only for customers: outcomes of the calls between these messages. Agents read them by log.read. */
  calls: CallEntry[]
}

/**
 * customer.follow (agents): subscribes to this customer's entries after `after` (default: the current end).
 * customer.unfollow ends it. At most 200 customers per socket.
 */
export const FollowParams = Type.Object({ customer_id: Id, after: Type.Optional(Seq) }, closed)
export type FollowParams = Static<typeof FollowParams>

export interface Followed {
  seq: number
  receipts: ReceiptState
}

export const UnfollowParams = Type.Object({ customer_id: Id }, closed)
export type UnfollowParams = Static<typeof UnfollowParams>
