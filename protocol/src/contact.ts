import Type, { type Static } from 'typebox'
import { closed, Id, nullable } from './scalars.ts'

/** Matches in one way only, in linear time: all rules are tried for the errors of a request, also on a text that is too long. */
export const EmailAddress = Type.String({
  maxLength: 254,
  pattern: '^[^\\s@]+@[^\\s@][^\\s@.]*\\.[^\\s@]+$',
})

/** customer.email (widgets): the visitor's own e-mail address, unverified. null removes it. */
export const CustomerEmailParams = Type.Object({ email: nullable(EmailAddress) }, closed)
export type CustomerEmailParams = Static<typeof CustomerEmailParams>

/** customer.contact (widgets): how the customer can be reached. */
export interface CustomerContact {
  /** null also for an address that the visitor did not enter: it gets no mail. */
  email: string | null
  /** Whether the customer may set the address here: members change it where they sign in. */
  editable: boolean
  /** Whether transcripts can be sent by e-mail. */
  mail: boolean
}

/** transcript.link and transcript.send (widgets): of one of the customer's own conversations. */
export const TranscriptParams = Type.Object({ conversation_id: Id }, closed)
export type TranscriptParams = Static<typeof TranscriptParams>

export interface TranscriptLink {
  url: string
  expires_in: number
}
