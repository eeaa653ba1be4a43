import Type, { type Static } from 'typebox'
import { ConversationCustomer } from './conversation.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

/** Listing stops here: there may be more. */
export const listedCallBacks = 100

/** An open call-back request. */
export const CallBackRequest = Type.Object(
  {
    id: Id,
    customer: ConversationCustomer,
    provider_id: Id,
    /** The customer's open conversation, to write to them; null: none. */
    conversation_id: nullable(Id),
    created_at: Timestamp,
  },
  closed,
)
export type CallBackRequest = Static<typeof CallBackRequest>

/** Oldest first. */
export const CallBackRequests = Type.Object({ data: Type.Array(CallBackRequest) }, closed)
export type CallBackRequests = Static<typeof CallBackRequests>
