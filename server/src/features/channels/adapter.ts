import type { Channel } from '@parley/protocol/channel'
import type { ChannelProblem } from '@parley/protocol/channel-connection'
import type { MediaRecord } from '@parley/protocol/media'
import type { DeliveryReason } from '@parley/protocol/message-delivery'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'

/**
 * What a messaging platform needs to know to be a channel (docs/decisions/channels.md). Parsing is pure; the other functions
 * talk to the platform and return what happened. They never throw an error of the platform, because its text may quote
 * credentials or content.
 */
export interface ChannelAdapter {
  channel: Channel
  /** Whether these credentials have the documented form: checked before anything is sent. */
  isWellFormed(credentials: string): boolean
  /** Asks the platform whose credentials these are. */
  identify(credentials: string): Promise<Identified>
  /** Tells the platform where updates go. `webhook` null: this service asks for them. */
  setUp(account: ChannelAccount, webhook: { url: string; secret: string } | null): Promise<SetUp>
  /** Stops updates. Best effort. */
  tearDown(account: ChannelAccount): Promise<void>
  /** What the platform says about its webhook; null: nothing wrong. */
  inspect(account: ChannelAccount, webhookUrl: string | null): Promise<ChannelProblem | null>
  /** Whether a webhook request has the secret. In constant time. */
  isAuthentic(headers: IncomingHttpHeaders, secret: string): boolean
  /** Where an update belongs, before it is stored. undefined: not for us. */
  place(payload: unknown): InboundPlace | undefined
  /** What stored updates mean: one, or all parts of a group in order. */
  parse(payloads: readonly unknown[]): InboundEvent
  /** Updates after a position; waits for some. undefined: this platform has no such request. */
  poll?(account: ChannelAccount, after: number | null, signal: AbortSignal): Promise<Polled>
  /** Fetches a file of an inbound message. */
  fetchFile(account: ChannelAccount, file: InboundFile): Promise<FetchedContent>
  /** Splits a message into what the platform takes in one request each. */
  plan(message: { content: string; media: MediaRecord[] }): OutboundPart[]
  send(account: ChannelAccount, outbound: Outbound): Promise<SendOutcome>
  edit(account: ChannelAccount, change: OutboundChange & { text: string }): Promise<SendOutcome>
  remove(account: ChannelAccount, change: OutboundChange): Promise<SendOutcome>
  showTyping(account: ChannelAccount, contact: string): Promise<void>
}

export interface ChannelAccount {
  providerId: string
  credentials: string
}

export type Identified =
  | { outcome: 'identified'; accountId: string; name: string; username: string | null }
  | { outcome: 'refused' | 'unreachable' }

export type SetUp = { outcome: 'ready' } | { outcome: 'refused' | 'unreachable' }

export interface InboundPlace {
  /** The platform's id of the update. */
  externalId: string
  /** Updates of a contact are handled in this order. */
  position: number
  contact: string
  /** The same for all parts of one message; they arrive as separate updates. */
  group: string | null
}

export interface InboundProfile {
  externalId: string
  firstName: string | null
  lastName: string | null
  username: string | null
  language: string | null
}

export interface InboundFile {
  /** How the platform finds it. */
  reference: string
  name: string
  /** null: the platform does not tell. */
  size: number | null
}

export interface InboundMessage {
  /** The ids of its parts; the first identifies it. */
  externalIds: string[]
  profile: InboundProfile
  text: string
  files: InboundFile[]
  replyTo: string | null
}

export type InboundEvent =
  | ({ type: 'message' } & InboundMessage)
  | ({ type: 'edited' } & InboundMessage)
  /** The contact opened the chat; `source` is the parameter of the link. */
  | { type: 'started'; profile: InboundProfile; source: string | null }
  | { type: 'reachable'; reachable: boolean }
  | { type: 'ignored' }

export type Polled =
  /** `cursor`: ask after this position next; null: as before. */
  | { outcome: 'updates'; payloads: unknown[]; cursor: number | null }
  | { outcome: 'later'; seconds: number; problem: ChannelProblem | null }

export type FetchedContent =
  | { outcome: 'fetched'; body: Readable; size: number }
  | { outcome: 'too_large' | 'gone' | 'unavailable' }

export type OutboundPart =
  | { kind: 'text'; text: string }
  | { kind: 'file'; media: MediaRecord }
  /** A file with the text under it. */
  | { kind: 'caption'; media: MediaRecord; text: string }

export interface Outbound {
  contact: string
  part: OutboundPart
  /** The platform's id of the quoted message. */
  replyTo: string | null
  /** Reads a file of the part. undefined: it no longer exists. */
  openFile: (media: MediaRecord) => Promise<Readable | undefined>
}

export interface OutboundChange {
  contact: string
  externalId: string
  kind: OutboundPart['kind']
}

export type SendOutcome =
  /** `externalId` is null for changes. */
  | { outcome: 'done'; externalId: string | null }
  /** The platform's limit: not an attempt. */
  | { outcome: 'later'; seconds: number }
  /** Not sent; try again. */
  | { outcome: 'unavailable' }
  /** No response: may have been sent. */
  | { outcome: 'doubtful' }
  | { outcome: 'refused'; reason: DeliveryReason }
