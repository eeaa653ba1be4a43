import type { StoredEntry } from '../../core/event-log.ts'
import type { LogConsumer } from '../../core/log-consumers/log-consumer.ts'
import { recordWork } from './routing-store.ts'
import type { TeamRouting } from './team-routing.ts'

/** Log consumer: assigns conversations that may now have an agent, and records when agents had new work. */
export function createTeamConsumer({ routeSoon }: Pick<TeamRouting, 'routeSoon'>): LogConsumer {
  return {
    name: 'team-routing',
    types: [
      'conversation.started',
      'conversation.ended',
      'conversation.assigned',
      'conversation.routed',
      // A snoozed conversation takes no room.
      'conversation.snoozed',
      'conversation.unsnoozed',
    ],
    start: 'now',
    async handle(trx, batch) {
      const work = new Map<string, string>()
      for (const entry of batch.flatMap(({ entries }) => entries)) {
        const agentId = workerOf(entry)
        if (agentId !== null && (work.get(agentId) ?? '') < entry.created_at)
          work.set(agentId, entry.created_at)
      }
      await recordWork(trx, work)
      const organizations = new Set(batch.map(({ organizationId }) => organizationId))
      return () => {
        for (const organizationId of organizations) routeSoon(organizationId)
      }
    },
  }
}

function workerOf({ type, data }: StoredEntry): string | null {
  if (type === 'conversation.assigned') return (data as { agent: { id: string } | null }).agent?.id ?? null
  return type === 'conversation.ended' ? (data as { agent_id: string | null }).agent_id : null
}
