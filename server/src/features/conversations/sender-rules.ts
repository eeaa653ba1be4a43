import type { Audience } from '@parley/protocol/event'
import { senderTypes, type SenderType } from '@parley/protocol/sender'

/**
 * What a message does, by the type of its sender. The batch statement (message-batch.ts) and the transactional path (messages.ts)
 * both read this table; neither names a sender type. Reasons: docs/decisions/senders-and-channels.md.
 */
export interface SenderRules {
  audience: Audience
  /** Without an open conversation the message begins one; otherwise it is refused with `conversation_closed`. */
  opensConversation: boolean
  /** Refused while the customer is blocked or has closed the account. */
  needsWriteAccess: boolean
  /** Refused outside the messaging window of the customer's channel. */
  obeysWindow: boolean
  /** Cannot reply to messages that the customer cleared. */
  seesCleared: boolean
  /** An unassigned conversation becomes the sender's. */
  takesUnassigned: boolean
  /** Refused with `stale_view` when another human response came after `seen_seq`. */
  yieldsToColleagues: boolean
  /** The first such message of an episode sets `first_response_time`. */
  isHumanResponse: boolean
  /** null: the inbox row stays as it is, with its preview and its position in the list. */
  inboxRow: InboxRowRules | null
}

interface InboxRowRules {
  countsAsUnread: boolean
  /** Of the customer, for an answer. */
  waiting: 'begins' | 'ends'
}

export const senderRules: Record<SenderType, SenderRules> = {
  customer: {
    audience: 'both',
    opensConversation: true,
    needsWriteAccess: true,
    obeysWindow: false,
    seesCleared: false,
    takesUnassigned: false,
    yieldsToColleagues: false,
    isHumanResponse: false,
    inboxRow: { countsAsUnread: true, waiting: 'begins' },
  },
  agent: {
    audience: 'both',
    opensConversation: false,
    needsWriteAccess: false,
    obeysWindow: true,
    seesCleared: true,
    takesUnassigned: true,
    yieldsToColleagues: true,
    isHumanResponse: true,
    inboxRow: { countsAsUnread: false, waiting: 'ends' },
  },
  ai_agent: {
    audience: 'both',
    opensConversation: false,
    needsWriteAccess: false,
    obeysWindow: true,
    seesCleared: true,
    takesUnassigned: false,
    yieldsToColleagues: false,
    isHumanResponse: false,
    inboxRow: { countsAsUnread: false, waiting: 'ends' },
  },
  system: {
    audience: 'both',
    opensConversation: false,
    needsWriteAccess: false,
    obeysWindow: true,
    seesCleared: true,
    takesUnassigned: false,
    yieldsToColleagues: false,
    isHumanResponse: false,
    inboxRow: null,
  },
}

const typesWhere = (holds: (rules: SenderRules) => boolean): SenderType[] =>
  senderTypes.filter((type) => holds(senderRules[type]))

/**
 * How far back a colleague's message is looked for: bounds what one message reads, however old the position is that an agent
 * claims to have seen.
 */
export const staleWindow = 500

/** For statements that count or compare stored messages. */
export const unreadSenders = typesWhere(({ inboxRow }) => inboxRow?.countsAsUnread === true)
/** Their messages appear in the inbox row. */
export const inboxSenders = typesWhere(({ inboxRow }) => inboxRow !== null)
export const waitingSenders = typesWhere(({ inboxRow }) => inboxRow?.waiting === 'begins')
export const answeringSenders = typesWhere(({ inboxRow }) => inboxRow?.waiting === 'ends')

/** Refused while the customer is blocked or has closed the account. */
export const restrictedSenders = typesWhere(({ needsWriteAccess }) => needsWriteAccess)
export const assignedSenders = typesWhere(({ takesUnassigned }) => takesUnassigned)
export const humanResponders = typesWhere(({ isHumanResponse }) => isHumanResponse)

/** `('customer', 'agent')`: constants of this module as an SQL list, so that a prepared statement sees them as such. */
export const sqlList = (types: readonly SenderType[]): string =>
  `(${types.map((type) => `'${type}'`).join(', ')})`
