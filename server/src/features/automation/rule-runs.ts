import {
  maxRuleRunsPerHour,
  type ConversationAutomated,
  type RuleResult,
  type RuleTest,
} from '@parley/protocol/automation'
import { parseFilter, readsAttributes } from '@parley/protocol/conversation-filter'
import type { Conversation } from '@parley/protocol/conversation'
import type { CustomerAttributes } from '@parley/protocol/visitor-context'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { EventLog, StoredEntry } from '../../core/event-log.ts'
import { newId } from '../../core/ids.ts'
import { testConditions } from './conditions.ts'
import type { PerformAction } from './rule-actions.ts'
import type { RuleRow } from './rule-store.ts'
import {
  beginRun,
  finishRun,
  hasRun,
  recentRuns,
  recordResult,
  runsOfRoot,
  type PlannedAction,
  type RootEntry,
  type RunRow,
} from './run-store.ts'
import { runsOncePerWait, targetOf } from './triggers.ts'

const hourMs = 3_600_000

interface CustomerMessage {
  seq: number
  content: string
}

export interface RuleRunDeps {
  db: Database
  log: EventLog
  clock: Clock
  perform: PerformAction
  conversation: (organizationId: string, conversationId: string) => Promise<Conversation | undefined>
  /** The customer's first message in a conversation after this position, or the last one. */
  firstMessage: (customerId: string, conversationId: string, after: number) => Promise<CustomerMessage | null>
  lastMessage: (customerId: string, conversationId: string) => Promise<CustomerMessage | null>
  /** undefined: the customer has none. */
  attributesOf: (customerId: string) => Promise<CustomerAttributes | undefined>
  /** By the business hours of this team, or of the organization. */
  isOpen: (organizationId: string, teamId: string | null) => Promise<boolean>
}

/**
 * An entry that may start rules. `rootId`, `root` and `depth` continue the chain of the run that caused it. `decided`: a later entry has
 * a run, so this one is handled again, and rules without a run for it did not apply.
 */
export interface TriggerEntry {
  organizationId: string
  customerId: string
  conversationId: string
  entry: StoredEntry
  rootId: string
  root: RootEntry
  depth: number
  decided: boolean
}

/** `starts`: false for a rule that has a run of the entry, and was changed or switched off since. */
interface Candidate {
  rule: RuleRow
  starts: boolean
}

/** Throws if another process may be handling the entry: this one was suspended and has lost its transaction. */
export type RequireTransaction = () => Promise<void>

export type RuleRuns = ReturnType<typeof createRuleRuns>

/** Runs rules: each at most once for a chain of entries, also if it is interrupted and continued. */
export function createRuleRuns(deps: RuleRunDeps) {
  const { db, log, clock } = deps
  const hourAgo = () => timestamp(clock() - hourMs)

  async function textOf({ customerId, conversationId, entry }: TriggerEntry): Promise<string | null> {
    if (entry.type === 'message.created') return (entry.data as { content: string }).content
    if (entry.type !== 'conversation.started') return null
    return (await deps.firstMessage(customerId, conversationId, entry.seq))?.content ?? null
  }

  /** Position that includes the message with which a customer opens a conversation. */
  async function rootSeq({ customerId, conversationId, root }: TriggerEntry): Promise<number> {
    if (root.type !== 'conversation.started' || root.actor.type !== 'customer') return root.seq
    return (await deps.firstMessage(customerId, conversationId, root.seq))?.seq ?? root.seq
  }

  /** Marks actions as late that nobody expects any more, such as after an outage of the workers. */
  async function plan(rule: RuleRow, of: TriggerEntry): Promise<PlannedAction[]> {
    const planned = rule.actions.map((action) => ({ ...action, id: newId() }))
    const hides = ({ type }: PlannedAction) => type === 'snooze' || type === 'close'
    if (clock() - Date.parse(of.root.created_at) > hourMs)
      return planned.map((action) =>
        hides(action) || action.type === 'reply' ? { ...action, late: true } : action,
      )
    if (!planned.some(hides)) return planned
    // What the customer has written since must not be hidden.
    const seen = await rootSeq(of)
    return planned.map((action) => (hides(action) ? { ...action, seen_seq: seen } : action))
  }

  const newRun = async (rule: RuleRow, of: TriggerEntry, { started_at }: Conversation): Promise<RunRow> => ({
    id: newId(),
    organization_id: of.organizationId,
    rule_id: rule.id,
    rule_name: rule.name,
    entry_id: of.entry.id,
    entry_seq: of.entry.seq,
    root_id: of.rootId,
    depth: of.depth,
    customer_id: of.customerId,
    conversation_id: of.conversationId,
    started_at,
    trigger: rule.trigger.type,
    target: targetOf(of.entry),
    actions: await plan(rule, of),
    results: [],
    outcome: 'running',
    replies: 0,
    created_at: timestamp(clock()),
  })

  /** Read only for a condition. */
  const attributesOf = async (
    { conditions }: RuleRow,
    { customer }: Conversation,
  ): Promise<CustomerAttributes> =>
    (readsAttributes(parseFilter(conditions.filter)) && (await deps.attributesOf(customer.id))) || {
      stated: {},
      confirmed: {},
    }

  /** null: the rule does not apply, or the customer has caused too many runs. */
  async function begin(
    rule: RuleRow,
    of: TriggerEntry,
    requireTransaction: RequireTransaction,
  ): Promise<RunRow | null> {
    const { organizationId, customerId, conversationId } = of
    const conversation = await deps.conversation(organizationId, conversationId)
    if (!conversation) return null
    const { matches } = testConditions(rule.conditions, {
      conversation,
      attributes: await attributesOf(rule, conversation),
      now: clock(),
      // Read only for a condition.
      text: rule.conditions.text === null ? null : await textOf(of),
      isOpen: rule.conditions.hours !== null && (await deps.isOpen(organizationId, conversation.team_id)),
    })
    if (!matches) return null
    const startedAt = conversation.started_at
    const place = { ruleId: rule.id, customerId, conversationId, startedAt }
    if (rule.once && (await hasRun(db, place))) return null
    const wait = { since: conversation.waiting_since, target: targetOf(of.entry) }
    if (runsOncePerWait(rule.trigger) && (await hasRun(db, { ...place, ...wait }))) return null
    const { runs } = await recentRuns(db, customerId, hourAgo())
    if (runs > maxRuleRunsPerHour) return null
    const run = await newRun(rule, of, conversation)
    // Otherwise the rule would not run for the next message either.
    if (rule.once && run.actions.every(({ late }) => late === true)) return null
    // The first one beyond the limit is recorded, so that admins see why rules did not run.
    const limited = runs === maxRuleRunsPerHour
    // After all reads: another process may have evaluated the rule, and nobody would continue this run.
    await requireTransaction()
    const begun = await beginRun(db, limited ? { ...run, outcome: 'limited' } : run)
    return begun && !limited ? run : null
  }

  /** Performs the remaining actions, then records the run in the log. */
  async function proceed(run: RunRow, requireTransaction: RequireTransaction): Promise<void> {
    const { organization_id: organizationId, customer_id: customerId, conversation_id: conversationId } = run
    const conversation = await deps.conversation(organizationId, conversationId)
    if (!conversation) return
    const recent = await recentRuns(db, customerId, hourAgo())
    const results = [...run.results]
    let sent = run.replies
    const before = recent.replies - sent
    const rule = { id: run.rule_id, name: run.rule_name }
    const by = { organizationId, customerId, conversation, rule, runId: run.id, trigger: run.trigger }
    // An interrupted attempt may have closed it, and the customer has written since.
    const isReopened = Date.parse(conversation.started_at) !== Date.parse(run.started_at)
    for (const action of run.actions.slice(results.length)) {
      await requireTransaction()
      const result: RuleResult =
        action.late === true || (action.type === 'close' && isReopened)
          ? { type: action.type, outcome: 'unchanged', code: null }
          : await deps.perform({ ...by, replies: before + sent }, action)
      results.push(result)
      if (result.type === 'reply' && result.outcome === 'done') sent += 1
      await recordResult(db, run.id, results, sent)
    }
    await finish(run, { rule, results })
  }

  async function finish(run: RunRow, data: ConversationAutomated): Promise<void> {
    const hasFailed = data.results.some(({ outcome }) => outcome === 'failed')
    await log.transact(async (tx) => {
      const head = await tx.lock(run.organization_id, run.customer_id)
      if (!head || !(await finishRun(tx.db, run.id, hasFailed ? 'failed' : 'done'))) return
      tx.append(head, [
        {
          type: 'conversation.automated',
          audience: 'agents',
          conversation_id: run.conversation_id,
          actor: { type: 'system', run_id: run.id },
          data,
        },
      ])
    })
  }

  return {
    /** Continues a run that was interrupted. Its rule may have been changed or switched off since. */
    resume: proceed,

    /** Runs these rules in order. Rules that an interrupted attempt has evaluated are not evaluated again. */
    async run(rules: Candidate[], of: TriggerEntry, requireTransaction: RequireTransaction): Promise<void> {
      const known = await runsOfRoot(db, of.rootId)
      // Rules are evaluated in order: evaluating one again would see changes of later rules.
      const decided = of.decided
        ? rules.length
        : rules.findLastIndex(({ rule }) => known.get(rule.id)?.entry_id === of.entry.id)
      for (const [index, { rule, starts }] of rules.entries()) {
        const before = known.get(rule.id)
        // Started by another entry of the chain: a rule runs once for it.
        if (before !== undefined && before.entry_id !== of.entry.id) continue
        if (before === undefined && (index < decided || !starts)) continue
        const run = before ?? (await begin(rule, of, requireTransaction))
        if (run === null) continue
        if (run.outcome === 'running' && starts) await proceed(run, requireTransaction)
        if (rule.stop && run.outcome !== 'limited') return
      }
    },

    /** Whether the rule would run now. @throws AppError not_found */
    async test(rule: RuleRow, conversationId: string): Promise<RuleTest> {
      const conversation = await deps.conversation(rule.organization_id, conversationId)
      if (!conversation) throw new AppError('not_found')
      return testConditions(rule.conditions, {
        conversation,
        attributes: await attributesOf(rule, conversation),
        now: clock(),
        text: (await deps.lastMessage(conversation.customer.id, conversationId))?.content ?? null,
        isOpen: await deps.isOpen(rule.organization_id, conversation.team_id),
      })
    },
  }
}
