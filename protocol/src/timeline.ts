import Type, { type Static } from 'typebox'
import type { CallEntry, LogEntry } from './event.ts'
import type { TimelineMessage } from './message.ts'
import type { ReceiptState } from './session.ts'
import { closed, Id, Seq } from './scalars.ts'

/**
 * A piece of one customer's log as its reader may see it. It covers every position after `after` up to and
 * including `to`; positions whose entries are not for this reader are simply not listed, so holes are only
 * visible as a wrong `after`. The client's rule: apply when `after` <= own position < `to`, drop when
 * `to` <= own position, otherwise read the gap with log.read.
 */
export interface Entries {
  customer_id: string
  after: number
  to: number
  entries: LogEntry[]
}

/** log.read: the entries after a place, at most `max` positions (200 unless told). Answer: Entries. */
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
  /** Whether older ones exist. */
  more: boolean
  /** In the customer's own pages: what the calls between these messages came to. Agents read lines by log.read. */
  calls: CallEntry[]
}

/**
 * customer.follow (agents): entries of this customer from now on, beginning after `after` (left out: from
 * the present end). customer.unfollow stops it. At most 200 customers a socket.
 */
export const FollowParams = Type.Object({ customer_id: Id, after: Type.Optional(Seq) }, closed)
export type FollowParams = Static<typeof FollowParams>

export interface Followed {
  seq: number
  receipts: ReceiptState
}

export const UnfollowParams = Type.Object({ customer_id: Id }, closed)
export type UnfollowParams = Static<typeof UnfollowParams>
