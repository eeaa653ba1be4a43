import { parseFilter, type ConversationFilter } from '@parley/protocol/conversation-filter'
import type { ConversationRouted } from '@parley/protocol/team'
import type { SlaPolicy } from '@parley/protocol/sla'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { StoredEntry } from '../../core/event-log.ts'
import { alarmOf, announcedUntil, deadlinesOf } from './deadlines.ts'
import { eventOf } from './sla-events.ts'
import {
  advance,
  count,
  isCurrent,
  newState,
  stateFromFacts,
  underPolicy,
  type Outcome,
  type SlaState,
} from './sla-state.ts'
import { addRows, holdRows, saveRows, type PendingEntry, type SlaRow } from './sla-store.ts'

/** Counts business hours. Instants in milliseconds. */
export interface OpenTime {
  seconds: (from: number, to: number) => number
  after: (from: number, seconds: number) => number | null
}

export interface ConversationFacts {
  id: string
  customer_id: string
  agent_id: string | null
  team_id: string | null
  status: 'open' | 'closed'
  started_at: string
  waiting_since: string | null
  first_response_time: number | null
  snoozed_seq: number | null
  /** The message that the customer has waited for an answer to was imported. */
  imported: boolean
  /** Position of the customer's latest entry. */
  last_seq: number
  matched: number | null
}

export interface TrackingDeps {
  clock: Clock
  conversations: {
    /** `matched`: index of the first of these filters that the conversation satisfies. */
    factsOf: (
      db: Database | Transaction,
      organizationId: string,
      conversationIds: string[],
      filters: ConversationFilter[],
      now: number,
    ) => Promise<ConversationFacts[]>
  }
  openTime: (db: Database | Transaction, organizationId: string, teamId: string | null) => Promise<OpenTime>
}

/** Entries that can change the policy of a conversation. After the last one of a batch, it has the policy that its facts match. */
const routing = ['conversation.routed', 'conversation.prioritized'] as const
const labelling = ['conversation.labelled', 'conversation.unlabelled'] as const
const matchChanges = new Set<string>([...routing, ...labelling])

/** Entries that clocks depend on. */
export const trackedTypes = [
  'conversation.started',
  'conversation.ended',
  'conversation.snoozed',
  'conversation.unsnoozed',
  ...routing,
  ...labelling,
  'message.created',
] as const

export type SlaTracking = ReturnType<typeof createSlaTracking>

/** Keeps the clocks of conversations. Everything is written in the given transaction. */
export function createSlaTracking(deps: TrackingDeps) {
  /** Reads what the clocks of these conversations depend on, and locks the clocks. */
  async function open(
    trx: Transaction,
    organizationId: string,
    policies: SlaPolicy[],
    conversationIds: string[],
  ) {
    const times = new Map<string | null, OpenTime>()
    const rows = await holdRows(trx, conversationIds)
    const filters = policies.map(({ conditions }) => parseFilter(conditions))
    // Before the facts are read: an answer that they lack is newer, or was being committed.
    const now = deps.clock()
    const facts = await deps.conversations.factsOf(trx, organizationId, conversationIds, filters, now)
    for (const teamId of new Set([
      ...[...rows.values()].map((row) => row.team_id),
      ...facts.map((one) => one.team_id),
    ]))
      times.set(teamId, await deps.openTime(trx, organizationId, teamId))
    return {
      rows,
      now,
      facts: new Map(facts.map((one) => [one.id, one])),
      policyOf: ({ matched }: ConversationFacts) => (matched === null ? null : (policies[matched] ?? null)),
      /** Also of a team that the conversation had only in between. */
      async timeOf(teamId: string | null): Promise<OpenTime> {
        const known = times.get(teamId) ?? (await deps.openTime(trx, organizationId, teamId))
        times.set(teamId, known)
        return known
      },
    }
  }

  /** Matches open conversations with changed policies or hours. Returns the rows whose deadlines have changed. */
  async function recalculate(
    trx: Transaction,
    organizationId: string,
    policies: SlaPolicy[],
    conversationIds: string[],
  ): Promise<SlaRow[]> {
    const scene = await open(trx, organizationId, policies, conversationIds)
    const saved: SlaRow[] = []
    for (const facts of scene.facts.values()) {
      if (facts.status === 'closed') continue
      const row = scene.rows.get(facts.id)
      const teamId = row ? row.team_id : facts.team_id
      const time = await scene.timeOf(teamId)
      const policy = scene.policyOf(facts)
      const before = row?.state ?? stateFromFacts(facts, scene.now)
      // An entry that the consumer has not handled yet may have stopped the clocks, before now.
      const until = isCurrent(before, facts) ? scene.now : announcedUntil(row?.deadlines ?? [])
      const state = underPolicy(count(before, until, time.seconds), policy)
      saved.push(rowOf({ organizationId, facts, teamId, policy, state, time }, row?.outcomes ?? []))
    }
    const isHeld = (row: SlaRow) => scene.rows.has(row.conversation_id)
    await saveRows(trx, saved.filter(isHeld))
    const unheld = saved.filter((row) => !isHeld(row))
    const added = await addRows(trx, unheld)
    const done = saved.filter((row) => isHeld(row) || added.has(row.conversation_id))
    const changed = done.filter((row) => isChanged(row, scene.rows.get(row.conversation_id)))
    if (done.length === saved.length) return changed
    // The consumer has written these meanwhile, from newer entries: now there are rows to lock.
    const missed = unheld.map((row) => row.conversation_id).filter((id) => !added.has(id))
    return [...changed, ...(await recalculate(trx, organizationId, policies, missed))]
  }

  return {
    /** Applies entries by conversation, in order. Returns the rows whose deadlines have changed. */
    async apply(
      trx: Transaction,
      organizationId: string,
      policies: SlaPolicy[],
      entriesOf: Map<string, StoredEntry[]>,
    ): Promise<SlaRow[]> {
      const scene = await open(trx, organizationId, policies, [...entriesOf.keys()].sort())
      const saved: SlaRow[] = []
      for (const [conversationId, entries] of entriesOf) {
        const facts = scene.facts.get(conversationId)
        if (!facts) continue
        const row = scene.rows.get(conversationId)
        const policy = scene.policyOf(facts)
        let state = row?.state ?? null
        let teamId = row ? row.team_id : facts.team_id
        // The facts are newer than the entries: up to one that can change the match, the row's policy applies.
        const former = policies.find(({ id }) => id === row?.policy_id)
        let current = former ?? (row?.policy_id === null ? null : policy)
        const isFormerCurrent = former !== undefined && row?.state.open === true
        const outcomes: PendingEntry[] = []
        const lastChange = entries.findLastIndex(({ type }) => matchChanges.has(type))
        for (const [index, entry] of entries.entries()) {
          const at = Date.parse(entry.created_at)
          const event = eventOf(entry, facts, state)
          // A state made from facts that include this opening is of a later moment: its times must not replace those of the entries.
          if (event?.type === 'started' && entry.seq <= (state?.facts_seq ?? 0)) state = null
          // Closed conversations are not matched again when policies change.
          if (event?.type === 'started' && (index > lastChange || !isFormerCurrent)) current = policy
          state ??= event?.type === 'started' ? newState() : stateFromFacts(facts, at)
          // Part of the facts that the state was made from.
          if (event?.type !== 'started' && entry.seq <= (state.facts_seq ?? 0)) continue
          const time = await scene.timeOf(teamId)
          if (event) {
            const next = advance(state, event, at, { countOpen: time.seconds, policy: current })
            state = next.state
            const judge = current
            outcomes.push(...next.outcomes.flatMap((outcome) => pendingOf(outcome, judge)))
          } else if (entry.type !== 'message.created') {
            // Up to here by the former policy, and the hours of the former team.
            state = count(state, at, time.seconds)
            if (index >= lastChange) {
              if (current !== policy) state = underPolicy(state, policy)
              current = policy
            }
            if (entry.type === 'conversation.routed')
              teamId = (entry.data as ConversationRouted).team?.id ?? null
          }
        }
        if (state === null) continue
        const time = await scene.timeOf(teamId)
        saved.push(
          rowOf({ organizationId, facts, teamId, policy: current, state, time }, [
            ...(row?.outcomes ?? []),
            ...outcomes,
          ]),
        )
      }
      await saveRows(trx, saved)
      return saved.filter((row) => isChanged(row, scene.rows.get(row.conversation_id)))
    },

    recalculate,
  }
}

function pendingOf(outcome: Outcome, policy: SlaPolicy | null): PendingEntry[] {
  if (policy === null) return []
  const { metric, result, target, spent, at } = outcome
  return [
    {
      type: `sla.${result}`,
      data: {
        metric,
        policy: { id: policy.id, name: policy.name },
        target_seconds: target,
        at: timestamp(at),
        spent_seconds: Math.round(spent),
      },
    },
  ]
}

function rowOf(
  known: {
    organizationId: string
    facts: ConversationFacts
    teamId: string | null
    policy: SlaPolicy | null
    state: SlaState
    time: OpenTime
  },
  outcomes: PendingEntry[],
): SlaRow {
  const { facts, policy, state } = known
  const deadlines = deadlinesOf(state, policy, known.time.after)
  return {
    conversation_id: facts.id,
    organization_id: known.organizationId,
    customer_id: facts.customer_id,
    team_id: known.teamId,
    policy_id: policy?.id ?? null,
    state,
    ...withDeadlines(deadlines, outcomes),
  }
}

/** The columns that follow from the deadlines. */
export function withDeadlines(deadlines: Row['deadlines'], outcomes: PendingEntry[]): Omit<Row, 'state'> {
  const [first] = deadlines
  const alarm = outcomes.length > 0 ? Date.parse(outcomes[0]?.data.at ?? '') : alarmOf(deadlines)
  return {
    deadlines,
    outcomes,
    due_metric: first?.metric ?? null,
    due_at: first === undefined ? null : timestamp(first.due_at),
    warn_at: first === undefined ? null : timestamp(first.warn_at),
    alarm_at: alarm === null ? null : timestamp(alarm),
  }
}

type Row = Pick<SlaRow, 'state' | 'deadlines' | 'outcomes' | 'due_metric' | 'due_at' | 'warn_at' | 'alarm_at'>

const isChanged = (row: SlaRow, before: SlaRow | undefined): boolean =>
  row.due_at !== (before?.due_at ?? null) ||
  row.due_metric !== (before?.due_metric ?? null) ||
  row.outcomes.length > 0
