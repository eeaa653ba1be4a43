import type { ConversationSla, SlaClock } from '@parley/protocol/sla'
import { slaMetrics } from '@parley/protocol/sla-metric'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { count, isOver, spentOf } from './sla-state.ts'
import { findRow, listPolicies } from './sla-store.ts'
import type { TrackingDeps } from './sla-tracking.ts'

/** The clocks of a conversation as they are now: running and paused ones, and how the others of this episode ended. */
export async function readConversationSla(
  deps: { db: Database; clock: Clock; openTime: TrackingDeps['openTime'] },
  organizationId: string,
  conversationId: string,
): Promise<ConversationSla> {
  const { db } = deps
  const row = await findRow(db, organizationId, conversationId)
  const policies = row?.policy_id ? await listPolicies(db, organizationId) : []
  const policy = policies.find(({ id }) => id === row?.policy_id)
  if (!row || !policy) return { policy: null, clocks: [] }
  const now = deps.clock()
  const time = await deps.openTime(db, organizationId, row.team_id)
  const { clocks, results, running_since: since } = count(row.state, now, time.seconds)
  return {
    policy: { id: policy.id, name: policy.name, counting: policy.counting },
    clocks: slaMetrics.flatMap((metric): SlaClock[] => {
      const target = policy.targets[metric]
      if (target === null) return []
      const clock = clocks[metric]
      if (!clock) {
        const state = results[metric]
        return state === undefined
          ? []
          : [{ metric, state, target_seconds: target, spent_seconds: null, due_at: null }]
      }
      const deadline = row.deadlines.find((each) => each.metric === metric)
      return [
        {
          metric,
          state:
            clock.breached || isOver(clock, policy, target)
              ? 'breached'
              : since === null
                ? 'paused'
                : 'running',
          target_seconds: target,
          spent_seconds: Math.floor(spentOf(clock, policy)),
          due_at: deadline === undefined ? null : timestamp(deadline.due_at),
        },
      ]
    }),
  }
}
