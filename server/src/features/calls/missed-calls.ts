import { countedMissedCalls } from '@parley/protocol/missed-calls'
import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'
import type { AgentKey } from './desks.ts'

/**
 * So many unanswered calls are looked at, newest first: whoever never opens the page costs no more than this. With 20,000 of
 * them among 200,000 calls, all of customers who were answered later, 10 ms instead of 236.
 */
const looksAt = 1000

export type MissedCallLists = ReturnType<typeof createMissedCalls>

/**
 * What counts as missed for an agent: every call of their organization that nobody answered (spec 2.4: missed, rejected and
 * failed alike) and that ended after they last looked, whoever it rang at. A customer who called again and was answered is
 * missed no longer. That somebody wrote to them instead is not looked at.
 */
export function createMissedCalls({ db }: { db: Database }) {
  /** At most `countedMissedCalls`; 0 for an agent who has never opened a panel. */
  async function count({ organizationId, agentId }: AgentKey): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from (
        select from agent_desk d
        cross join lateral (
          select customer_id, created_at from call
          where organization_id = d.organization_id and ended_at > d.calls_seen_at and status <> 'ended'
          order by ended_at desc
          limit ${looksAt}
        ) c
        where d.agent_id = ${agentId} and d.organization_id = ${organizationId}
          and not exists (
            select from call later
            where later.customer_id = c.customer_id and later.created_at > c.created_at
              and later.answered_at is not null
          )
        limit ${countedMissedCalls}
      ) missed`.execute(db)
    return rows[0]?.count ?? 0
  }

  return {
    count,
    /** The agent looks at the calls. Answers whether any of them was counted before. */
    async see(agent: AgentKey): Promise<boolean> {
      if ((await count(agent)) === 0) return false
      // Up to the last one, whichever process with whichever clock wrote it: what was seen never counts again.
      await sql`
        update agent_desk d set calls_seen_at = (
          select max(c.ended_at) from call c where c.organization_id = d.organization_id and c.status <> 'ended'
        )
        where d.agent_id = ${agent.agentId}`.execute(db)
      return true
    },
  }
}
