import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../core/database.ts'
import { leaseMs } from './agent-presence.ts'

/** An agent who is connected to some process. */
interface AgentConnection {
  organization_id: string
  agent_id: string
  /** Last heartbeat of these processes. */
  seen_at: string
  /** false: only to processes whose lease has expired. */
  alive: boolean
}

/** Agents of all organizations. Those of a killed process for a minute longer. */
export async function agentConnections(db: Database, now: RawBuilder<unknown>): Promise<AgentConnection[]> {
  const { rows } = await sql<AgentConnection>`
    select a.organization_id, a.agent_id, max(p.seen_at) as seen_at,
      max(p.seen_at) > ${now} - make_interval(secs => ${leaseMs / 1000}) as alive
    from agent_presence a join presence_process p on p.id = a.process_id
    group by a.organization_id, a.agent_id`.execute(db)
  return rows
}
