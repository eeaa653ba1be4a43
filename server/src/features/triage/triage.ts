import type { AgentFace } from '@parley/protocol/agent'
import {
  maxSnoozeDays,
  type ConversationPrioritized,
  type ConversationSnoozed,
  type ConversationUnsnoozed,
  type Priority,
  type SnoozeInput,
} from '@parley/protocol/triage'
import { AppError } from '../../core/app-error.ts'
import { readDateTime } from '../../core/date-time.ts'
import type { NewEntry } from '../../core/event-log.ts'

/** Attributes that triage changes. `snoozed_seq`: position of the snooze's entry; null: not snoozed. */
export interface TriageAttributes {
  status: 'open' | 'closed'
  priority: Priority | null
  snoozed_seq: number | null
  snoozed_until: string | null
  snoozed_by: string | null
}

export interface TriageDeps {
  /**
   * Changes a conversation while its customer is locked; null: no change. Returns whether something changed.
   * `seq` is the position that the entry will have. @throws AppError not_found
   */
  changeConversation: (
    organizationId: string,
    conversationId: string,
    decide: (
      conversation: TriageAttributes,
      at: {
        now: string
        seq: number
        /** In this conversation. */
        customerWroteAfter: (seq: number) => Promise<boolean>
        /** Time of the message that the inbox row shows. */
        lastMessageAt: () => Promise<string | null>
      },
    ) => TriageChange | null | Promise<TriageChange | null>,
  ) => Promise<boolean>
}

interface TriageChange {
  set: Partial<Omit<TriageAttributes, 'status'>> & { updated_at?: string }
  entry: Omit<NewEntry, 'conversation_id'>
}

/** Who changes a conversation: an agent, an API key (both null), or an automation rule (`face` of the rule). */
export type TriageBy = { organizationId: string } & (
  | { agentId: string; face: AgentFace }
  | { agentId: null; face: AgentFace | null }
)

export type Triage = ReturnType<typeof createTriage>

/** What ends a snooze: an agent, the time, or a customer's message at a position. */
type Wake =
  | { reason: 'agent'; by: TriageBy }
  | { reason: 'due'; at: string }
  | { reason: 'customer'; messageSeq: number }

/** Priority and snooze (docs/decisions/agent-workspace.md). All commands return whether something changed. */
export function createTriage({ changeConversation }: TriageDeps) {
  return {
    /** @throws AppError not_found */
    prioritize: (by: TriageBy, conversationId: string, priority: Priority | null): Promise<boolean> =>
      changeConversation(by.organizationId, conversationId, (conversation) =>
        conversation.priority === priority
          ? null
          : {
              set: { priority },
              entry: entryOf('conversation.prioritized', by, {
                priority,
                by: by.face,
              } satisfies ConversationPrioritized),
            },
      ),

    /**
     * `until` null: until the customer replies. `listed`: the last message that a list has shown.
     * @throws AppError not_found, conversation_closed, snooze_time_invalid, customer_wrote, stale_view
     */
    snooze: (
      by: TriageBy,
      conversationId: string,
      input: SnoozeInput,
      listed?: { lastMessageAt: string | null },
    ): Promise<boolean> =>
      changeConversation(by.organizationId, conversationId, async (conversation, at) => {
        const { until, seen_seq: seen } = input
        const { now, seq } = at
        if (conversation.status === 'closed') throw new AppError('conversation_closed')
        if (seen !== undefined && (await at.customerWroteAfter(seen))) throw new AppError('customer_wrote')
        if (listed !== undefined && (await at.lastMessageAt()) !== listed.lastMessageAt)
          throw new AppError('stale_view')
        const moment = until === null ? null : momentOf(until, now)
        const before = conversation.snoozed_seq
        // A customer's message since then is about to end that snooze: this one begins after it.
        const isCurrent = before !== null && !(await at.customerWroteAfter(before))
        if (isCurrent && conversation.snoozed_until === moment) return null
        return {
          set: { snoozed_seq: seq, snoozed_until: moment, snoozed_by: by.agentId },
          entry: entryOf('conversation.snoozed', by, {
            until: moment,
            by: by.face,
          } satisfies ConversationSnoozed),
        }
      }),

    /** Ends a snooze and moves the row to the top of the list. @throws AppError not_found */
    wake: (organizationId: string, conversationId: string, wake: Wake): Promise<boolean> =>
      changeConversation(organizationId, conversationId, async (conversation, at) => {
        const reason = await endOf(conversation, wake, at.customerWroteAfter)
        if (reason === null) return null
        const by = wake.reason === 'agent' ? wake.by : null
        return {
          set: { snoozed_seq: null, snoozed_until: null, snoozed_by: null, updated_at: at.now },
          entry: entryOf('conversation.unsnoozed', by, {
            reason,
            by: by?.face ?? null,
            snoozed_by: conversation.snoozed_by,
          } satisfies ConversationUnsnoozed),
        }
      }),
  }
}

/**
 * Why the snooze ends; null: it does not. Checked under the lock: another process may have ended it, or an agent may have changed it.
 * A customer who has written ends a due snooze, too: the sweep can be faster than the consumer of their message.
 */
async function endOf(
  { snoozed_seq: seq, snoozed_until: until }: TriageAttributes,
  wake: Wake,
  customerWroteAfter: (seq: number) => Promise<boolean>,
): Promise<Wake['reason'] | null> {
  if (seq === null) return null
  switch (wake.reason) {
    case 'agent':
      return 'agent'
    case 'customer':
      return wake.messageSeq > seq ? 'customer' : null
    default:
      if (until === null || until > wake.at) return null
      return (await customerWroteAfter(seq)) ? 'customer' : 'due'
  }
}

/** In the column's form. @throws AppError snooze_time_invalid */
function momentOf(until: string, now: string): string {
  const moment = readDateTime(until)
  const ahead = moment === null ? 0 : Date.parse(moment) - Date.parse(now)
  if (moment === null || !(ahead > 0 && ahead <= maxSnoozeDays * 86_400_000))
    throw new AppError('snooze_time_invalid', { pointer: '/body/until' })
  return moment
}

const entryOf = (
  type: 'conversation.prioritized' | 'conversation.snoozed' | 'conversation.unsnoozed',
  by: TriageBy | null,
  data: object,
): Omit<NewEntry, 'conversation_id'> => ({
  type,
  audience: 'agents',
  actor: by === null || by.agentId === null ? { type: 'system' } : { type: 'agent', id: by.agentId },
  data,
})
