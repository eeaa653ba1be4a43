import Type, { type Static } from 'typebox'
import { AgentFace } from './agent.ts'
import { Channel } from './channel.ts'
import { AuthProvider } from './customer.ts'
import { closed, Id, nullable, Seq, Timestamp } from './scalars.ts'
import { SenderType } from './sender.ts'
import { slaMetrics } from './sla-metric.ts'
import { Priority, Snooze } from './triage.ts'

/** conversation.started, exactly (spec 6). */
export const ConversationStarted = Type.Object(
  { customer_id: Id, provider_id: Id, external_id: Type.String(), started_at: Timestamp },
  closed,
)
export type ConversationStarted = Static<typeof ConversationStarted>

/**
 * conversation.ended, exactly (spec 2.2). In the log `messages_url` is unsigned:
 * it is signed for each delivery attempt (spec 6).
 */
export const ConversationEnded = Type.Object(
  {
    id: Id,
    customer_id: Id,
    provider_id: Id,
    agent_id: nullable(Id),
    started_at: Timestamp,
    closed_at: Timestamp,
    duration: Type.Integer(),
    first_response_time: nullable(Type.Integer()),
    messages_url: Type.String(),
  },
  closed,
)
export type ConversationEnded = Static<typeof ConversationEnded>

/** The customer of an inbox row. */
export const ConversationCustomer = Type.Object(
  {
    id: Id,
    /** Name, else username, else e-mail; null for an unnamed visitor. */
    name: nullable(Type.String()),
    avatar_url: nullable(Type.String()),
    country_code: Type.String(),
    auth_provider: nullable(AuthProvider),
    is_blocked: Type.Boolean(),
    online: Type.Boolean(),
  },
  closed,
)
export type ConversationCustomer = Static<typeof ConversationCustomer>

/** A conversation as an inbox row. */
export const Conversation = Type.Object(
  {
    id: Id,
    provider_id: Id,
    channel: Channel,
    customer: ConversationCustomer,
    agent: nullable(AgentFace),
    status: Type.Enum(['open', 'closed']),
    started_at: Timestamp,
    closed_at: nullable(Timestamp),
    duration: nullable(Type.Integer()),
    first_response_time: nullable(Type.Integer()),
    /** The newest message of a person or AI agent; notices of `system` are not shown here. */
    last_message: nullable(
      Type.Object(
        {
          sender_type: SenderType,
          /** First 160 characters; empty when the message has only attachments. */
          preview: Type.String(),
          media_count: Type.Integer(),
          created_at: Timestamp,
        },
        closed,
      ),
    ),
    /** Customer messages that no agent has read. */
    unread: Type.Integer(),
    /** Since when the customer has been waiting for an answer; null when the last message was an answer. */
    waiting_since: nullable(Timestamp),
    /** Labels in the order in which they were added; the panel looks them up in the organization's list. */
    label_ids: Type.Array(Id),
    priority: nullable(Priority),
    /** The panel looks it up in the organization's list of teams. */
    team_id: nullable(Id),
    /** null: not snoozed. Only open conversations are. */
    snooze: nullable(Snooze),
    /** The SLA deadline that is next; null: none is running. */
    sla: nullable(
      Type.Object({ metric: Type.Enum([...slaMetrics]), due_at: Timestamp, warn_at: Timestamp }, closed),
    ),
    /** Last message, assignment, closing or reopening: the inbox is sorted by it. Labels and priority do not move a row. */
    updated_at: Timestamp,
  },
  closed,
)
export type Conversation = Static<typeof Conversation>

/** The first three without snoozed conversations. */
export const inboxViews = ['mine', 'unassigned', 'open', 'snoozed', 'closed'] as const
export const InboxView = Type.Enum([...inboxViews])
export type InboxView = Static<typeof InboxView>

const countOfView = {
  mine: Type.Integer(),
  unassigned: Type.Integer(),
  open: Type.Integer(),
  snoozed: Type.Integer(),
  closed: Type.Integer(),
} satisfies Record<InboxView, Type.TInteger>

export const InboxCounts = Type.Object(
  {
    ...countOfView,
    /** Open conversations assigned to me with unread messages: the number in the tab's title. */
    mine_unread: Type.Integer(),
  },
  closed,
)
export type InboxCounts = Static<typeof InboxCounts>

/** Closing a conversation. */
export const CloseInput = Type.Object(
  {
    /**
     * Log position that the agent has seen; refused with `stale_view` if the customer or a colleague wrote after it. Optional; by default
     * the request is not checked.
     */
    seen_seq: Type.Optional(Seq),
  },
  closed,
)
export type CloseInput = Static<typeof CloseInput>

export const AssignInput = Type.Object({ agent_id: nullable(Id) }, closed)
export type AssignInput = Static<typeof AssignInput>
