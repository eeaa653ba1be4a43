import Type, { type Static } from 'typebox'
import { closed, Id, nullable } from './scalars.ts'

/** `delivered` and `read` only on channels that report them. `pending`: a failed message is tried again. */
export const DeliveryState = Type.Enum(['pending', 'sent', 'delivered', 'read', 'failed'])
export type DeliveryState = Static<typeof DeliveryState>

/** Why a message of the team, or its change, did not reach the customer. */
export const deliveryReasons = [
  /** The contact has blocked the account. */
  'blocked',
  /** The contact's account no longer exists. */
  'contact_gone',
  'file_too_large',
  /** The platform refused the message for another reason. */
  'rejected',
  /** No person wrote the message, and a program answered the last one. */
  'loop_prevented',
  /** The channel was removed, or its credentials are refused. */
  'disconnected',
  /** The platform did not respond for too long. */
  'unavailable',
  /** It waited until after the messaging window of the channel. */
  'window_closed',
  /** The message was sent, but the platform refused its edit or deletion. */
  'change_refused',
] as const
export const DeliveryReason = Type.Enum([...deliveryReasons])
export type DeliveryReason = Static<typeof DeliveryReason>

export const MessageDelivery = Type.Object({ state: DeliveryState, reason: nullable(DeliveryReason) }, closed)
export type MessageDelivery = Static<typeof MessageDelivery>

/** Data of a message.delivery entry. */
export interface MessageDelivered extends MessageDelivery {
  /** The message. */
  id: string
}

/** The result of trying a failed message again. */
export const DeliveryRetry = Type.Object({ message_id: Id, ...MessageDelivery.properties }, closed)
export type DeliveryRetry = Static<typeof DeliveryRetry>
