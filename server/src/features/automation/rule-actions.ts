import {
  maxRuleRepliesPerHour,
  type RuleAction,
  type RuleActionType,
  type RuleResult,
} from '@parley/protocol/automation'
import { fillVariables, type ReplyValues } from '@parley/protocol/canned-reply-variables'
import type { Conversation } from '@parley/protocol/conversation'
import type { SnoozeInput } from '@parley/protocol/triage'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { PlannedAction } from './run-store.ts'

/** Which rule acts, for which run, on which conversation. */
export interface ActingRule {
  organizationId: string
  customerId: string
  conversation: Conversation
  rule: { id: string; name: string }
  runId: string
  trigger: string
  /** Replies of rules to this customer in the last hour. */
  replies: number
}

/**
 * The commands of the single routes. They return whether something changed, and throw an AppError if they refuse. Each may be
 * repeated: `id` names what it creates.
 */
export interface RuleCommands {
  assign: (by: ActingRule, agentId: string | null) => Promise<boolean>
  moveToTeam: (by: ActingRule, teamId: string | null) => Promise<boolean>
  label: (by: ActingRule, labelId: string) => Promise<boolean>
  unlabel: (by: ActingRule, labelId: string) => Promise<boolean>
  prioritize: (
    by: ActingRule,
    priority: Extract<RuleAction, { type: 'priority' }>['priority'],
  ) => Promise<boolean>
  snooze: (by: ActingRule, input: SnoozeInput) => Promise<boolean>
  /** `seenSeq`: refused with `stale_view` if the customer has written since. */
  close: (by: ActingRule, seenSeq?: number) => Promise<boolean>
  reply: (by: ActingRule, message: { id: string; content: string }) => Promise<boolean>
  note: (by: ActingRule, note: { id: string; content: string }) => Promise<boolean>
  /** Queues a delivery. */
  callWebhook: (by: ActingRule, call: { id: string; webhookId: string }) => Promise<boolean>
  /** Values of `{{customer...}}`. */
  customerValues: (organizationId: string, customerId: string) => Promise<ReplyValues>
}

export type PerformAction = (by: ActingRule, action: PlannedAction) => Promise<RuleResult>

/** Performs one action. An expected refusal is a result; anything else is thrown, and the action is repeated. */
export function createPerformAction(deps: { clock: Clock; commands: RuleCommands }): PerformAction {
  const { commands } = deps

  async function textOf(by: ActingRule, content: string): Promise<string> {
    const values = await commands.customerValues(by.organizationId, by.customerId)
    return fillVariables(content, { ...values, 'conversation.id': by.conversation.id })
  }

  async function run(by: ActingRule, action: PlannedAction): Promise<boolean> {
    const { id } = action
    switch (action.type) {
      case 'assign':
        return commands.assign(by, action.agent_id)
      case 'team':
        return commands.moveToTeam(by, action.team_id)
      case 'label':
        return commands.label(by, action.label_id)
      case 'unlabel':
        return commands.unlabel(by, action.label_id)
      case 'priority':
        return commands.prioritize(by, action.priority)
      case 'snooze':
        return commands.snooze(by, {
          until: action.minutes === null ? null : timestamp(deps.clock() + action.minutes * 60_000),
          ...(action.seen_seq !== undefined && { seen_seq: action.seen_seq }),
        })
      case 'close':
        return commands.close(by, action.seen_seq)
      case 'reply':
        if (by.replies >= maxRuleRepliesPerHour) throw new AppError('rate_limited')
        return commands.reply(by, { id, content: await textOf(by, action.content) })
      case 'note':
        return commands.note(by, { id, content: await textOf(by, action.content) })
      default:
        return commands.callWebhook(by, { id, webhookId: action.webhook_id })
    }
  }

  return async (by, action) => {
    try {
      const changed = await run(by, action)
      return { type: action.type, outcome: changed ? 'done' : 'unchanged', code: null }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      return noFailures[action.type]?.includes(error.code)
        ? { type: action.type, outcome: 'unchanged', code: null }
        : { type: action.type, outcome: 'failed', code: error.code }
    }
  }
}

/** Already closed, or the customer's reply would already have opened the conversation or ended the snooze. */
const noFailures: Partial<Record<RuleActionType, string[]>> = {
  close: ['conversation_closed', 'stale_view'],
  snooze: ['customer_wrote'],
}
