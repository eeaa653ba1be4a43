import { sql } from 'kysely'
import type { Database } from '../../core/database.ts'

/** An agent of an organization. */
export type AgentKey = readonly [organizationId: string, agentId: string]

export interface AgentChange {
  agent: AgentKey
  online: boolean
}

export interface SeenProcess {
  id: string
  version: number
  /** Milliseconds since its last heartbeat. */
  age: number
}

export interface AgentPresenceStore {
  /**
   * Renews the lease of a process, and deletes the rows of processes that are gone.
   * @returns the other processes; `renewed`: false if this process had no row, and therefore no rows of its agents
   */
  heartbeat(process: string, version: number): Promise<{ renewed: boolean; others: SeenProcess[] }>
  /**
   * Stores changes as this version of the process.
   * @returns `renewed`: false if this process had no row, and therefore no rows of its agents
   */
  write(process: string, version: number, changes: AgentChange[]): Promise<{ renewed: boolean }>
  read(processes: string[]): Promise<{ id: string; version: number; agents: AgentKey[] }[]>
  remove(process: string): Promise<void>
}

/** Rows of processes without a heartbeat for this time are deleted. Much longer than the lease, for processes that were suspended. */
const keptSeconds = 60
/** Rows of processes without a heartbeat for this time are not returned. */
const expirySeconds = 15

const columns = (changes: AgentChange[], online: boolean) => {
  const keys = changes.filter((change) => change.online === online).map(({ agent }) => agent)
  return sql`unnest(
    ${keys.map(([organizationId]) => organizationId)}::uuid[], ${keys.map(([, agentId]) => agentId)}::uuid[]
  ) as change (organization_id, agent_id)`
}

/** `inserted`: there was no row, also if another process deleted it after the statement began, whose snapshot still has it. */
const renewal = (process: string, version: number) => sql`
  insert into presence_process (id, version, seen_at) values (${process}, ${version}, clock_timestamp())
  on conflict (id) do update set version = excluded.version, seen_at = excluded.seen_at
  returning xmax = 0 as inserted`

export const agentPresenceStore = (db: Database): AgentPresenceStore => ({
  async heartbeat(process, version) {
    const { rows } = await sql<{ inserted: boolean } & (SeenProcess | { id: null })>`
      with own as (${renewal(process, version)}),
      gone as (
        delete from presence_process where id in (
          select id from presence_process
          where seen_at < clock_timestamp() - make_interval(secs => ${keptSeconds}) and id <> ${process}
          for update skip locked
        ) returning id
      ),
      emptied as (
        delete from agent_presence
        where process_id in (select id from gone)
      )
      select own.inserted, other.id, other.version,
        extract(epoch from clock_timestamp() - other.seen_at)::float8 * 1000 as age
      from own left join presence_process other
        on other.id <> ${process} and other.seen_at > clock_timestamp() - make_interval(secs => ${expirySeconds})`.execute(
      db,
    )
    return {
      renewed: rows[0]?.inserted === false,
      others: rows.flatMap((row) =>
        row.id === null ? [] : [{ id: row.id, version: row.version, age: row.age }],
      ),
    }
  },

  async write(process, version, changes) {
    const { rows } = await sql<{ inserted: boolean }>`
      with own as (${renewal(process, version)}),
      entered as (
        insert into agent_presence (process_id, organization_id, agent_id)
        select ${process}::uuid, organization_id, agent_id from ${columns(changes, true)}
        on conflict do nothing
      ),
      removed as (
        delete from agent_presence p using ${columns(changes, false)}
        where p.process_id = ${process} and p.organization_id = change.organization_id
          and p.agent_id = change.agent_id
      )
      select inserted from own`.execute(db)
    return { renewed: rows[0]?.inserted === false }
  },

  async read(processes) {
    // One statement, so that version and agents belong together.
    const { rows } = await sql<{ id: string; version: number; agents: AgentKey[] }>`
      select p.id, p.version, coalesce(
        (select json_agg(json_build_array(a.organization_id, a.agent_id)) from agent_presence a where a.process_id = p.id),
        '[]'
      ) as agents
      from presence_process p where p.id = any(${processes}::uuid[])`.execute(db)
    return rows
  },

  async remove(process) {
    await sql`
      with agents as (delete from agent_presence where process_id = ${process})
      delete from presence_process where id = ${process}`.execute(db)
  },
})
