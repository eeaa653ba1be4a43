import Type, { type Static } from 'typebox'
import { AgentFace } from './agent.ts'
import { Call } from './call.ts'
import { Conversation } from './conversation.ts'
import { AuthProvider } from './customer.ts'
import { LabelColour } from './label.ts'
import { Note } from './note.ts'
import { closed, Id, Timestamp } from './scalars.ts'
import { Rating } from './survey.ts'

const place = { id: Id, created_at: Timestamp }

/** Items of a customer's timeline by kind. A kind without a source in the server is a compile error. */
export const customerTimelineItems = {
  conversation: Type.Object(
    { kind: Type.Literal('conversation'), ...place, conversation: Conversation },
    closed,
  ),
  call: Type.Object({ kind: Type.Literal('call'), ...place, call: Call }, closed),
  note: Type.Object({ kind: Type.Literal('note'), ...place, note: Note }, closed),
  label: Type.Object(
    {
      kind: Type.Literal('label'),
      ...place,
      conversation_id: Id,
      change: Type.Enum(['added', 'removed']),
      label: Type.Object({ id: Id, name: Type.String(), colour: LabelColour }, closed),
      by: Type.Union([AgentFace, Type.Null()], { description: 'null: a program' }),
    },
    closed,
  ),
  rating: Type.Object({ kind: Type.Literal('rating'), ...place, rating: Rating }, closed),
  /** The first sign-in of a day. */
  sign_in: Type.Object({ kind: Type.Literal('sign_in'), ...place, auth_provider: AuthProvider }, closed),
}

export type CustomerTimelineKind = keyof typeof customerTimelineItems
export const customerTimelineKinds = Object.keys(customerTimelineItems) as CustomerTimelineKind[]

export type CustomerTimelineItemOf<K extends CustomerTimelineKind> = Static<(typeof customerTimelineItems)[K]>
/** One item of a customer's timeline; `created_at` is its start. */
export type CustomerTimelineItem = {
  [K in CustomerTimelineKind]: CustomerTimelineItemOf<K>
}[CustomerTimelineKind]
export const CustomerTimelineItem = Type.Unsafe<CustomerTimelineItem>(
  Type.Union(Object.values(customerTimelineItems)),
)
