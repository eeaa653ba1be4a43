import type { StoredEntry } from '../../core/event-log.ts'
import type { LogConsumer } from '../../core/log-consumers/log-consumer.ts'
import { customersWithPolicies, holdPolicies, type SlaRow } from './sla-store.ts'
import { trackedTypes, type SlaTracking } from './sla-tracking.ts'

/** Log consumer: keeps the SLA clocks of conversations, of organizations that have policies. */
export function createSlaConsumer(deps: {
  tracking: Pick<SlaTracking, 'apply'>
  /** After the commit: rows whose deadlines have changed. */
  onChange: (rows: SlaRow[]) => void
}): LogConsumer {
  return {
    name: 'sla',
    types: trackedTypes,
    selectCustomers: customersWithPolicies,
    unhurried: true,
    start: 'now',
    async handle(trx, batch) {
      const organizationIds = [...new Set(batch.map(({ organizationId }) => organizationId))].sort()
      const policies = await holdPolicies(trx, organizationIds)
      const changed: SlaRow[] = []
      for (const organizationId of organizationIds) {
        const its = policies.get(organizationId)
        if (its === undefined) continue
        // What came before the first policy is part of the facts that its recalculation reads.
        const since = Math.min(...its.map((policy) => Date.parse(policy.counted_since)))
        const entries = batch
          .flatMap((each) => (each.organizationId === organizationId ? each.entries : []))
          .filter(({ created_at: at }) => Date.parse(at) >= since)
        changed.push(...(await deps.tracking.apply(trx, organizationId, its, byConversation(entries))))
      }
      return () => {
        if (changed.length > 0) deps.onChange(changed)
      }
    },
  }
}

function byConversation(entries: StoredEntry[]): Map<string, StoredEntry[]> {
  const found = new Map<string, StoredEntry[]>()
  for (const entry of entries) {
    if (entry.conversation_id === null) continue
    const known = found.get(entry.conversation_id)
    if (known) known.push(entry)
    else found.set(entry.conversation_id, [entry])
  }
  return found
}
