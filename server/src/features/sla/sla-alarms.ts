import { timestamp } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import type { EventLog, NewEntry } from '../../core/event-log.ts'
import type { Deadline } from './deadlines.ts'
import { claimAlarm, hasAlarm, organizationsWithAlarms, postponeAlarm } from './sla-alarm-store.ts'
import { isCurrent } from './sla-state.ts'
import { listPolicies, saveRows, type SlaRow } from './sla-store.ts'
import { withDeadlines, type TrackingDeps } from './sla-tracking.ts'

/** Organizations in a round, and alarms after which a sweep ends with its round. The next one follows at once when more are due. */
const sweepSize = 100
/** Entries that the consumer has not handled yet can stop a clock, and a recalculation can change its policy: look again then. */
const minRetryMs = 1000
const maxRetryMs = 60_000
/** After a failure. */
const failedMs = 60_000

/** Later each time, so that clocks which never agree with their conversation cost little. */
function retryAfterMs(deadlines: Deadline[], now: number): number {
  const pending = deadlines.filter(({ breached }) => !breached)
  const dueAt = Math.min(now, ...pending.map(({ warned, warn_at, due_at }) => (warned ? due_at : warn_at)))
  return Math.min(Math.max((now - dueAt) / 10, minRetryMs), maxRetryMs)
}

/** Postponed: the alarm failed, its policy was deleted, or entries that the consumer has not handled yet can stop its clock. */
type Handled = 'nothing due' | 'handled' | 'postponed'

export type SlaAlarms = ReturnType<typeof createSlaAlarms>

/**
 * Writes due warnings and breaches, and outcomes of ended clocks, to the log. Several processes may work at once: each claims rows
 * with `for update skip locked`. The row is locked before the log. Nothing that holds a log waits for a row.
 */
export function createSlaAlarms(deps: {
  db: Database
  log: EventLog
  conversations: Pick<TrackingDeps['conversations'], 'factsOf'>
  signal: AbortSignal
  onError: (error: unknown) => void
}) {
  const { db, log } = deps

  const factsOf = async (trx: Transaction, row: SlaRow, now: string) => {
    const { organization_id: organizationId, conversation_id: id } = row
    return (await deps.conversations.factsOf(trx, organizationId, [id], [], Date.parse(now)))[0]
  }

  /** `onClaim` gets the conversation. */
  const claimOne = (
    organizationId: string,
    now: string,
    onClaim: (conversationId: string) => unknown,
  ): Promise<Handled> =>
    log.transact(async (tx) => {
      const row = await claimAlarm(tx.db, organizationId, now)
      if (!row) return 'nothing due'
      onClaim(row.conversation_id)
      const head = await tx.lock(row.organization_id, row.customer_id)
      if (!head) throw new Error('SLA clocks without a log')
      const entries = row.outcomes.map(({ type, data }) => entryOf(row, type, data))
      const facts = await factsOf(tx.db, row, tx.now)
      let { deadlines, state } = row
      let alarmAt: string | null = null
      const policies = await listPolicies(tx.db, row.organization_id)
      const policy = policies.find(({ id }) => id === row.policy_id)
      // The log is locked. Clocks of a deleted policy are about to get another one.
      if (facts && policy && isCurrent(row.state, facts)) {
        const due = announce(row, Date.parse(now))
        deadlines = due.deadlines
        state = due.state
        for (const { type, deadline } of due.announced)
          entries.push(
            entryOf(row, type, {
              metric: deadline.metric,
              policy: { id: policy.id, name: policy.name },
              target_seconds: deadline.target,
              at: timestamp(deadline.due_at),
              spent_seconds: null,
            }),
          )
      } else if (facts?.status === 'closed') {
        // Nothing is due any more. The consumer writes the outcomes when it handles the end.
        deadlines = []
      } else if (row.deadlines.length > 0) {
        alarmAt = timestamp(Date.parse(now) + retryAfterMs(row.deadlines, Date.parse(now)))
      }
      const next = { ...row, state, ...withDeadlines(deadlines, []) }
      await saveRows(tx.db, [{ ...next, alarm_at: alarmAt ?? next.alarm_at }])
      tx.append(head, entries)
      return alarmAt === null ? 'handled' : 'postponed'
    })

  async function handleOne(organizationId: string, now: string): Promise<Handled> {
    const claimed: string[] = []
    try {
      return await claimOne(organizationId, now, (id) => claimed.push(id))
    } catch (error) {
      const [conversationId] = claimed
      if (conversationId === undefined) throw error
      // Alarms are claimed by time: one that always fails must not block the others.
      deps.onError(error)
      await postponeAlarm(db, conversationId, timestamp(Date.parse(now) + failedMs))
      return 'postponed'
    }
  }

  return {
    /**
     * In rounds of one alarm per organization. Returns whether another sweep should follow at once.
     * @param now the database's time, so that a process with a wrong clock announces nothing too early
     */
    async sweep(now: string): Promise<boolean> {
      if (!(await hasAlarm(db, now))) return false
      let due = await organizationsWithAlarms(db, now, sweepSize)
      let progress = false
      for (let done = 0; done < sweepSize && due.length > 0; done += due.length) {
        const claimed: string[] = []
        for (const id of due) {
          if (deps.signal.aborted) return false
          const handled = await handleOne(id, now)
          if (handled !== 'nothing due') claimed.push(id)
          if (handled === 'handled') progress = true
        }
        due = claimed
      }
      return progress && due.length > 0
    },
  }
}

/** Marks what is due as announced. A deadline that has passed needs no warning any more. */
function announce(row: SlaRow, now: number) {
  const announced: { type: 'sla.warned' | 'sla.breached'; deadline: Deadline }[] = []
  const clocks = { ...row.state.clocks }
  const deadlines = row.deadlines.map((deadline) => {
    const clock = clocks[deadline.metric]
    const isBreach = !deadline.breached && deadline.due_at <= now
    const isWarning = !isBreach && !deadline.warned && deadline.warn_at <= now && deadline.due_at > now
    if (!clock || !(isBreach || isWarning)) return deadline
    announced.push({ type: isBreach ? 'sla.breached' : 'sla.warned', deadline })
    const marks = { warned: true, breached: isBreach || deadline.breached }
    clocks[deadline.metric] = { ...clock, ...marks }
    return { ...deadline, ...marks }
  })
  return { announced, deadlines, state: { ...row.state, clocks } }
}

const entryOf = (
  row: SlaRow,
  type: 'sla.warned' | 'sla.breached' | 'sla.met',
  data: SlaRow['outcomes'][number]['data'],
): NewEntry => ({
  type,
  audience: 'agents',
  conversation_id: row.conversation_id,
  actor: { type: 'system' },
  data,
})
