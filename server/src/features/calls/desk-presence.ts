import { sql, type RawBuilder } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import { statementNow } from '../../core/database-time.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { isOpen } from './transfer-store.ts'

/**
 * Which processes have panels of which agents, and until when. Times are those of the database: with the clocks of the
 * processes, one whose clock is ahead would expire the desks of the others.
 */

/** How long the panels of a process that no longer renews them count as present. */
const presenceTtlSeconds = 15
/** Time a reloaded panel has to reconnect before its offer is passed on. */
export const reconnectGraceSeconds = 5

const inSeconds = (seconds: number, clock: Clock) =>
  sql`${statementNow(clock)} + make_interval(secs => ${seconds})`

/** SQL condition: a panel of the agent is open or within its reconnect grace. */
export const isPresent = (agentId: string, clock: Clock): RawBuilder<boolean> =>
  sql`exists (
    select from desk_presence p where p.agent_id = ${sql.ref(agentId)} and p.seen_until > ${statementNow(clock)}
  )`

/** SQL condition: the agent has an open panel with a microphone. */
export const isReachable = (agentId: string, clock: Clock): RawBuilder<boolean> =>
  sql`exists (
    select from desk_presence p
    where p.agent_id = ${sql.ref(agentId)} and p.open and p.microphone and p.seen_until > ${statementNow(clock)}
  )`

/** SQL expression: whether a panel of the agent with a microphone is open, or only within its reconnect grace; null: neither. */
export const isConnected = (agentId: string, clock: Clock): RawBuilder<boolean | null> =>
  sql`(
    select bool_or(p.open) from desk_presence p
    where p.agent_id = ${sql.ref(agentId)} and p.microphone and p.seen_until > ${statementNow(clock)}
  )`

/** SQL condition: there is expired presence. */
export const hasLapsed = (clock: Clock): RawBuilder<boolean> =>
  sql`exists (select from desk_presence where seen_until <= ${statementNow(clock)})`

/** Whether any panel of the agent is open or within its reconnect grace. */
export async function isSeen(db: Transaction, agentId: string, clock: Clock): Promise<boolean> {
  const { rows } = await sql<{ seen: boolean }>`
    select ${isPresent('a.id', clock)} as seen from (values (${agentId}::uuid)) as a (id)`.execute(db)
  return rows[0]?.seen === true
}

/** The offer that rings at an agent, and the open transfer to or by them. */
export interface AgentRings {
  agent_id: string
  call_id: string | null
  expires_at: string | null
  transfer_id: string | null
  transfer_revision: number | null
}

/** Renews the presence of a process's agents in one statement, restoring expired rows. Returns what rings at them. */
export async function markSeen(
  db: Database | Transaction,
  process: string,
  agents: { agent_id: string; microphone: boolean }[],
  clock: Clock,
): Promise<AgentRings[]> {
  const { rows } = await sql<AgentRings>`
    with renewed as (
      insert into desk_presence (agent_id, process, open, microphone, seen_until)
      select agent_id, ${process}::uuid, true, microphone, ${inSeconds(presenceTtlSeconds, clock)}
      from unnest(
        ${agents.map((agent) => agent.agent_id)}::uuid[], ${agents.map((agent) => agent.microphone)}::boolean[]
      ) as seen (agent_id, microphone)
      on conflict (agent_id, process) do update
      set open = true, microphone = excluded.microphone, seen_until = excluded.seen_until
      returning agent_id
    )
    select renewed.agent_id, o.call_id, o.expires_at, t.id as transfer_id, t.revision as transfer_revision
    from renewed left join call_offer o on o.agent_id = renewed.agent_id and o.outcome = 'ringing'
    left join (
      select to_agent_id as agent_id, id, revision from call_transfer where ${isOpen}
      union all select from_agent_id, id, revision from call_transfer where ${isOpen}
    ) t on t.agent_id = renewed.agent_id`.execute(db)
  return rows
}

/** Records that the agent's last panel in this process closed; the presence holds for `reconnectGraceSeconds`. */
export const markLeft = (db: Database, process: string, agentId: string, clock: Clock): Promise<unknown> =>
  sql`
    update desk_presence set open = false, seen_until = ${inSeconds(reconnectGraceSeconds, clock)}
    where agent_id = ${agentId} and process = ${process}`.execute(db)

/** Marks all panels of a stopping process as closed. Agents reconnect to another process or expire. */
export const closeAll = (db: Database, process: string): Promise<unknown> =>
  sql`update desk_presence set open = false where process = ${process}`.execute(db)

/**
 * Extends the presence of agents who are being offered a call or transfer, or are in a private talk, if it would end within so many
 * seconds. Expired presence counts as closed: nothing new rings there. Skips rows that their process is renewing.
 */
export const extendPresence = (db: Database, seconds: number, clock: Clock): Promise<unknown> =>
  sql`
    update desk_presence p set
      seen_until = ${inSeconds(seconds, clock)}, open = p.open and p.seen_until > ${statementNow(clock)}
    from (
      select agent_id, process from desk_presence
      where seen_until < ${inSeconds(seconds, clock)} and agent_id in (
        select agent_id from call_offer where outcome = 'ringing'
        union all select to_agent_id from call_transfer where ${isOpen}
      )
      for update skip locked
    ) as short
    where p.agent_id = short.agent_id and p.process = short.process`.execute(db)

/** Deletes all presence of an agent who was removed from the organization. */
export const forgetPresence = (db: Database, agentId: string): Promise<unknown> =>
  sql`delete from desk_presence where agent_id = ${agentId}`.execute(db)

export interface TouchedDesk {
  agent_id: string
  organization_id: string
}

/**
 * Deletes expired presence and returns the desks that are closed by that. Locks the desk first, like opening one does, and skips
 * desks that are being opened; the next sweep sees those.
 */
export async function dropLapsed(db: Database, now: string, clock: Clock): Promise<TouchedDesk[]> {
  const { rows } = await sql<TouchedDesk>`
    with desk as materialized (
      select agent_id from agent_desk
      where agent_id in (select agent_id from desk_presence where seen_until <= ${statementNow(clock)})
      for update skip locked
    ), lapsed as (
      delete from desk_presence
      where agent_id in (select agent_id from desk) and seen_until <= ${statementNow(clock)}
      returning agent_id
    )
    update agent_desk d set changed_at = ${now}::timestamptz
    where d.agent_id in (select agent_id from lapsed)
      and not exists (
        select from desk_presence p where p.agent_id = d.agent_id and p.seen_until > ${statementNow(clock)}
      )
    returning d.agent_id, d.organization_id`.execute(db)
  return rows
}
