import type { Channel } from '@parley/protocol/channel'
import type { ChannelConnection, ChannelProblem } from '@parley/protocol/channel-connection'
import type { MediaRecord } from '@parley/protocol/media'
import type { MailVerification } from '@parley/protocol/mailbox'
import type { DeliveryReason } from '@parley/protocol/message-delivery'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import type { ReplyTarget } from '../../core/mail/reply-address.ts'

/**
 * What a messaging platform needs to know to be a channel (docs/decisions/channels.md). Parsing is pure; the other functions
 * talk to the platform and return what happened. They never throw an error of the platform, because its text may quote
 * credentials or content.
 */
export interface ChannelAdapter {
  channel: Channel
  /** Whether the platform supports webhooks. false: it is always polled. */
  webhooks: boolean
  /** Whether servers lock an account that keeps signing in with refused credentials: it is then polled less and less often. */
  locksAccounts?: boolean
  /** What a refusal of the credentials by `send` means. */
  refusedSending: ChannelProblem
  /** Whether these credentials have the documented form: checked before anything is sent. */
  isWellFormed(credentials: string): boolean
  /** Requests the account of these credentials. */
  identify(credentials: string, organizationId: string): Promise<Identified>
  /** The picture that the platform shows of the account. undefined: accounts of this platform have none. */
  fetchPicture?(account: ChannelAccount, maxBytes: number): Promise<FetchedPicture>
  /** Registers where updates are sent. `webhook` null: this service polls for them. */
  setUp(account: ChannelAccount, webhook: { url: string; secret: string } | null): Promise<SetUp>
  /** Stops updates. Best effort. */
  tearDown(account: ChannelAccount): Promise<void>
  /**
   * The problem that the platform reports for its webhook; null: none.
   * @param known.lastInboundAt errors before this time are over
   * @param known.problem returned if the platform does not tell
   */
  inspect(
    account: ChannelAccount,
    webhookUrl: string | null,
    known: { lastInboundAt: string | null; problem: ChannelProblem | null },
  ): Promise<Inspected>
  /** Whether a webhook request has the secret. In constant time. */
  isAuthentic(headers: IncomingHttpHeaders, secret: string): boolean
  /** Where an update belongs, before it is stored. undefined: not for us. */
  place(payload: unknown): InboundPlace | undefined
  /** What stored updates mean: one, or all parts of a group in order. */
  parse(payloads: readonly unknown[]): InboundEvent
  /** Long-polls for updates after a position. undefined: not supported by this platform. */
  poll?(account: ChannelAccount, after: PollPosition & Connected, turn: PollTurn): Promise<Polled>
  /**
   * Whether both credentials read the same messages: then a cursor keeps its meaning, and only one of them may be connected.
   * undefined: those of one account always do, and those of different accounts never.
   */
  readsSame?(credentials: string, others: string): boolean
  /** Called when this process stops polling the account. */
  closePoll?(providerId: string): Promise<void>
  /** Fetches a file of an inbound message. `credentials` are empty once the channel was removed. */
  fetchFile(account: ChannelAccount, file: InboundFile): Promise<FetchedContent>
  /** Splits a message into parts, one request each. */
  plan(message: { content: string; media: MediaRecord[] }): OutboundPart[]
  send(account: ChannelAccount, outbound: Outbound): Promise<SendOutcome>
  edit(account: ChannelAccount, change: OutboundChange & { text: string }): Promise<SendOutcome>
  remove(account: ChannelAccount, change: OutboundChange): Promise<SendOutcome>
  showTyping(account: ChannelAccount, contact: string): Promise<void>
}

export interface ChannelAccount {
  organizationId: string
  providerId: string
  credentials: string
}

export type Identified =
  | { outcome: 'identified'; accountId: string; name: string; username: string | null }
  | { outcome: 'refused' | 'unreachable'; problem?: ChannelProblem }

export type SetUp =
  /** `mode`: polling where the platform refuses the webhook's address. */
  | { outcome: 'ready'; mode: ChannelConnection['mode'] }
  /** `problem` null: the platform says nothing about the account. */
  | { outcome: 'failed'; problem: ChannelProblem | null }

/** `webhook_missing`: the platform knows no webhook. */
export type Inspected = ChannelProblem | 'webhook_missing' | null

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
  /** The same for the same content. undefined: edits never replace files. */
  uniqueId?: string
}

export interface InboundMessage {
  /** The ids of its parts; the first identifies it. */
  externalIds: string[]
  /** When the platform received it, by its clock: milliseconds since 1970. undefined: it does not tell. */
  arrivedAt?: number
  profile: InboundProfile
  text: string
  /** Parts that have only a file. */
  withoutText?: string[]
  files: InboundFile[]
  /** Lines below the text that are kept when the text is shortened. */
  notices?: string[]
  replyTo: string | null
  /** What the message proves to belong to. The first that its sender may continue counts (reply-targets.ts). */
  targets?: ReplyTarget[]
  /** What it belongs to if we sent it ourselves, and it came back. */
  sentFor?: ReplyTarget | null
  /** Whether it is an automatic message, such as an out-of-office reply or a newsletter. Never causes an automatic reply. */
  automatic?: 'no' | 'reply' | 'bulk'
  /** Kept beside the message. */
  original?: MailOriginal
}

/** What a message does not show of a mail. */
export interface MailOriginal {
  mailId: string | null
  references: string[]
  subject: string
  fromName: string
  recipients: string[]
  verification: MailVerification
  automatic: boolean
  /** null: the message is the whole text. */
  fullText: string | null
  html: string | null
}

export type InboundEvent =
  | ({ type: 'message' } & InboundMessage)
  | ({ type: 'edited' } & InboundMessage)
  /** The contact opened the chat; `source` is the parameter of the link. */
  | { type: 'started'; profile: InboundProfile; source: string | null }
  | { type: 'reachable'; reachable: boolean }
  /** A message of ours came back. */
  | { type: 'returned'; target: ReplyTarget; messageId: string; reason: DeliveryReason }
  | { type: 'ignored' }

/** `epoch`: cursors of different epochs cannot be compared; null where a platform has none. */
export interface PollPosition {
  cursor: number | null
  epoch: number | null
}

export interface Connected {
  /** Milliseconds since 1970. What the platform received earlier is not read. */
  connectedAt: number
}

/** What a poll may use (docs/decisions/channels.md). */
export interface PollTurn {
  /** Other connections wait: an idle poll returns at once; updates that were read are stored. */
  signal: AbortSignal
  /**
   * Waits until so many bytes may be held, once for each poll and before they are read. They count until the updates are stored.
   * false: the turn is over.
   */
  reserve(bytes: number): Promise<boolean>
}

/** A file that came with an update. */
export interface InboundFileContent {
  externalId: string
  position: number
  content: Buffer
}

export type Polled =
  /** `cursor`: the next polling position; null: unchanged. */
  | {
      outcome: 'updates'
      payloads: unknown[]
      cursor: number | null
      epoch?: number
      files?: InboundFileContent[]
    }
  | { outcome: 'later'; seconds: number; problem: ChannelProblem | null }

export type FetchedContent =
  | { outcome: 'fetched'; body: Readable; size: number }
  | { outcome: 'too_large' | 'gone' }
  /** Worth another attempt, after so many seconds if the platform says how many. */
  | { outcome: 'unavailable'; retryAfter?: number | null }

export type FetchedPicture =
  | { outcome: 'fetched'; content: Buffer }
  /** It has none, or none that is small enough. */
  | { outcome: 'none' }
  | { outcome: 'unavailable' }

export type OutboundPart =
  | { kind: 'text'; text: string }
  | { kind: 'file'; media: MediaRecord }
  /** A file with the text under it. */
  | { kind: 'caption'; media: MediaRecord; text: string }
  /** The text with all files. */
  | { kind: 'whole'; text: string; media: MediaRecord[] }

export interface Outbound {
  contact: string
  customerId: string
  conversationId: string
  messageId: string
  /** No person wrote it. */
  automatic: boolean
  /** An API client wrote it in the name of an agent: for a person, or as a program. */
  byApi: boolean
  part: OutboundPart
  /** The platform's id of the quoted message. */
  replyTo: string | null
  /** Reads a file of the part. undefined: it no longer exists. `send` throws its errors, and those of its stream. */
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
  /** Not sent; retried. `problem`: of the account, so it affects every message. */
  | { outcome: 'unavailable'; problem?: ChannelProblem }
  /** No response: may have been sent. */
  | { outcome: 'doubtful' }
  | { outcome: 'refused'; reason: DeliveryReason }
