import Type, { type Static } from 'typebox'
import { Channel } from './channel.ts'
import { MailboxInput } from './mailbox.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

/** Why a channel does not work. The check constraint of `channel_connection.problem` holds the same list. */
export const channelProblems = [
  /** The platform no longer accepts the token. */
  'credentials_refused',
  /** The platform cannot reach the webhook, or its responses were errors. */
  'webhook_refused',
  /** Another program receives the updates of this account, or keeps removing the webhook. */
  'other_receiver',
  /** The platform did not respond, or did not say whether the account was set up. */
  'unreachable',
  /** The mail server no longer accepts the credentials for sending. */
  'sending_refused',
  'sending_unreachable',
  /** The mailbox has no such folder. */
  'folder_missing',
  /** The address of a server is not allowed (docs/decisions/webhook-guard.md). */
  'host_refused',
  /** A mail server offers no encryption, or its certificate is not valid for its name. */
  'encryption_failed',
] as const
export const ChannelProblem = Type.Enum([...channelProblems])
export type ChannelProblem = Static<typeof ChannelProblem>

/** An account of the organization at a messaging platform. `id` is the provider_id of its customers. */
export const ChannelConnection = Type.Object(
  {
    id: Id,
    channel: Channel,
    /** As the platform names the account. */
    name: Type.String(),
    username: nullable(Type.String()),
    /** Of the platform's picture of the account. null: none, or the platform has no pictures. */
    picture_url: nullable(Type.String()),
    /** How updates arrive: the platform calls this service, or this service polls for them. */
    mode: Type.Enum(['webhook', 'polling']),
    problem: nullable(ChannelProblem),
    problem_at: nullable(Timestamp),
    last_inbound_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  closed,
)
export type ChannelConnection = Static<typeof ChannelConnection>

export const ChannelConnections = Type.Object({ data: Type.Array(ChannelConnection) }, closed)
export type ChannelConnections = Static<typeof ChannelConnections>

export const ChannelNames = Type.Object(
  { data: Type.Array(Type.Object({ id: Id, channel: Channel, name: Type.String() }, closed)) },
  closed,
)
export type ChannelNames = Static<typeof ChannelNames>

const Token = Type.String({ minLength: 1, maxLength: 256 })

export const ChannelInput = Type.Union([
  Type.Object({ channel: Type.Literal('telegram'), token: Token }, closed),
  Type.Object({ channel: Type.Literal('email'), mailbox: MailboxInput }, closed),
])
export type ChannelInput = Static<typeof ChannelInput>

/** A new token of the same account. */
export const ChannelToken = Type.Object({ token: Token }, closed)
export type ChannelToken = Static<typeof ChannelToken>

/** Until when the team can write to a customer, on channels with a messaging window. */
export const ReplyWindow = Type.Object(
  {
    /** After the customer's last message. */
    hours: Type.Integer(),
    /** null: the customer has not written yet. */
    ends_at: nullable(Timestamp),
  },
  closed,
)
export type ReplyWindow = Static<typeof ReplyWindow>

/** Who a customer is at a messaging platform. */
export const ChannelContact = Type.Object(
  {
    channel: Channel,
    /** The parameter of the link with which the contact came. */
    source: nullable(Type.String()),
    /** Why messages do not arrive; null: they do, as far as known. */
    unreachable: nullable(Type.Enum(['blocked', 'contact_gone'])),
    /** null: the channel takes messages at any time. */
    reply_window: nullable(ReplyWindow),
  },
  closed,
)
export type ChannelContact = Static<typeof ChannelContact>
