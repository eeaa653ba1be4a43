import type { CallQuality } from '@parley/protocol/call'
import { sql, type Generated } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { hasOnlyBegun, type LogHead } from '../../core/event-log.ts'
import type { CallRow, CallUpdate, Side } from './call-state.ts'

type Json<Row, Keys extends keyof Row> = Omit<Row, Keys> & { [K in Keys]: Row[K] | string }

export type CallTables = {
  call: Json<
    Omit<CallRow, 'revision' | 'note' | 'recording_state'>,
    'settings' | 'customer_quality' | 'agent_quality'
  > & {
    revision: Generated<number>
    note: Generated<string>
    recording_state: Generated<CallRow['recording_state']>
  }
}

export const callTables = (db: Database | Transaction) => (db as Database).withTables<CallTables>()

export type NewCall = Pick<
  CallRow,
  | 'id'
  | 'organization_id'
  | 'customer_id'
  | 'provider_id'
  | 'external_id'
  | 'client_id'
  | 'settings'
  | 'video'
  | 'consent'
  | 'dedicated_agent_id'
  | 'customer_peer'
  | 'queue_until'
  | 'customer_until'
  | 'created_at'
>

const asRow = (row: object | undefined) => row as CallRow | undefined

export const insertCall = async (db: Transaction, row: NewCall): Promise<CallRow> =>
  (await callTables(db)
    .insertInto('call')
    .values({ ...row, phase: 'pending', settings: JSON.stringify(row.settings) })
    .returningAll()
    .executeTakeFirstOrThrow()) as CallRow

export const findCall = async (db: Database | Transaction, id: string): Promise<CallRow | undefined> =>
  asRow(await callTables(db).selectFrom('call').selectAll().where('id', '=', id).executeTakeFirst())

/** Those that are still in the queue. */
export const findWaiting = async (db: Database, ids: string[]): Promise<CallRow[]> =>
  (await callTables(db)
    .selectFrom('call')
    .selectAll()
    .where('id', 'in', ids)
    .where('phase', '=', 'pending')
    .execute()) as CallRow[]

export const lockCall = async (db: Transaction, id: string): Promise<CallRow | undefined> =>
  asRow(
    await callTables(db).selectFrom('call').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),
  )

/** What stands in the way of a call of this customer: the one with the same client_id, or the one that is live. */
export async function callsInTheWay(
  db: Transaction,
  head: LogHead,
  clientId: string,
): Promise<{ repeated?: CallRow | undefined; live?: CallRow | undefined }> {
  if (hasOnlyBegun(head)) return {}
  const rows = (await callTables(db)
    .selectFrom('call')
    .selectAll()
    .where('customer_id', '=', head.customer_id)
    .where((eb) => eb.or([eb('client_id', '=', clientId), eb('phase', '<>', 'over')]))
    .execute()) as CallRow[]
  return {
    repeated: rows.find((row) => row.client_id === clientId),
    live: rows.find((row) => row.phase !== 'over'),
  }
}

/** A call that is at an agent: it rings, or they have accepted it. */
export const isAtAgent = sql`phase in ('ringing', 'connecting', 'active')`

/** The agent's live calls: the one they have accepted, and the one that rings. */
export async function liveCallsOfAgent(db: Database, agentId: string): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select * from call where agent_id = ${agentId} and ${isAtAgent}`.execute(db)
  return rows
}

/** The row must be locked. Its revision grows: whoever has seen an older one has to look again. */
export const updateCall = async (db: Transaction, id: string, update: CallUpdate): Promise<CallRow> =>
  (await callTables(db)
    .updateTable('call')
    .set({ ...(update as object), revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()) as CallRow

const columnsOf = {
  customer: { owner: 'customer_id', peer: 'customer_peer', until: 'customer_until' },
  agent: { owner: 'agent_id', peer: 'agent_peer', until: 'agent_until' },
} as const

/**
 * A side says that it is there: one statement, for every call says so every few seconds from both sides. Only the connection
 * that the call has of this side counts. undefined: another one, or there is nothing to keep alive.
 */
export async function keepAlive(
  db: Database,
  call: { id: string; side: Side; owner: string; peer: string; now: string },
): Promise<CallRow | undefined> {
  const { owner, peer, until } = columnsOf[call.side]
  const { rows } = await sql<CallRow>`
    update call set ${sql.ref(until)} =
      ${call.now}::timestamptz + make_interval(secs => (settings ->> 'grace_seconds')::int)
    where id = ${call.id} and ${sql.ref(owner)} = ${call.owner} and ${sql.ref(peer)} = ${call.peer}
      and phase <> 'over' and (${call.side}::text = 'customer' or accepted_at is not null)
    returning *`.execute(db)
  return rows[0]
}

/** Kept as the side measured it last, also after the end. */
export const setQuality = async (
  db: Database,
  id: string,
  side: Side,
  quality: CallQuality,
): Promise<unknown> =>
  callTables(db)
    .updateTable('call')
    .set({ [`${side}_quality`]: JSON.stringify(quality) })
    .where('id', '=', id)
    .execute()

/** How many calls of the same organization wait before this one, and itself: 1 is next. */
export async function placeInQueue(db: Database | Transaction, call: CallRow): Promise<number> {
  const { rows } = await sql<{ place: number }>`
    select count(*)::int + 1 as place from call
    where organization_id = ${call.organization_id} and phase = 'pending'
      and (created_at, id) < (${call.created_at}::timestamptz, ${call.id}::uuid)`.execute(db)
  return rows[0]?.place ?? 1
}

/** Places of all that wait in these organizations. */
export async function queuePlaces(
  db: Database,
  organizationIds: string[],
): Promise<{ id: string; place: number }[]> {
  const { rows } = await sql<{ id: string; place: number }>`
    select id, row_number() over (partition by organization_id order by created_at, id)::int as place
    from call where phase = 'pending' and organization_id = any(${organizationIds}::uuid[])`.execute(db)
  return rows
}

/** Of each customer the live call, where there is one: one statement for all. */
export async function liveCallsOf(db: Database, customerIds: string[]): Promise<Map<string, CallRow>> {
  const rows = (await callTables(db)
    .selectFrom('call')
    .selectAll()
    .where('customer_id', 'in', customerIds)
    .where('phase', '<>', 'over')
    .execute()) as CallRow[]
  return new Map(rows.map((row) => [row.customer_id, row]))
}
