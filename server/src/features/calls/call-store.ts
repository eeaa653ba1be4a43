import type { CallQuality } from '@parley/protocol/call'
import { sql, type Generated } from 'kysely'
import { plainArray } from '../../core/array-literal.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { hasOnlyBegun, type LogHead } from '../../core/event-log.ts'
import type { WaitingCounts } from './call-queue.ts'
import type { CallRow, CallUpdate, Side } from './call-state.ts'

type Json<Row, Keys extends keyof Row> = Omit<Row, Keys> & { [K in Keys]: Row[K] | string }

type NullAtFirst = 'recording_since' | 'recording_until' | 'held_since' | 'answered_by'

export type CallTables = {
  call: Json<
    Omit<CallRow, 'revision' | 'note' | 'recording_state' | 'recorded_ms' | 'held_ms' | NullAtFirst>,
    'settings' | 'customer_quality' | 'agent_quality'
  > & {
    revision: Generated<number>
    note: Generated<string>
    recording_state: Generated<CallRow['recording_state']>
    recorded_ms: Generated<number>
    held_ms: Generated<number>
  } & { [K in NullAtFirst]: Generated<CallRow[K]> }
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
  | 'team_id'
  | 'team_until'
  | 'customer_peer'
  | 'network'
  | 'queue_round'
  | 'queue_until'
  | 'customer_until'
  | 'created_at'
>

const columnNames: Record<keyof CallRow, true> = {
  id: true,
  organization_id: true,
  customer_id: true,
  provider_id: true,
  external_id: true,
  client_id: true,
  phase: true,
  revision: true,
  settings: true,
  video: true,
  consent: true,
  recording_state: true,
  recording_since: true,
  recording_until: true,
  recorded_ms: true,
  dedicated_agent_id: true,
  team_id: true,
  team_until: true,
  network: true,
  queue_round: true,
  held_since: true,
  held_ms: true,
  answered_by: true,
  agent_id: true,
  customer_peer: true,
  agent_peer: true,
  queue_until: true,
  connect_until: true,
  max_until: true,
  customer_until: true,
  agent_until: true,
  created_at: true,
  accepted_at: true,
  answered_at: true,
  ended_at: true,
  status: true,
  reason: true,
  ended_by: true,
  customer_quality: true,
  agent_quality: true,
  note: true,
}

/** The columns of a call by name, for prepared statements. */
export const callColumns = (table: string) =>
  sql.join(Object.keys(columnNames).map((name) => sql.ref(`${table}.${name}`)))

const asRow = (row: object | undefined) => row as CallRow | undefined

export const insertCall = async (db: Transaction, row: NewCall): Promise<CallRow> =>
  (await callTables(db)
    .insertInto('call')
    .values({ ...row, phase: 'pending', settings: JSON.stringify(row.settings) })
    .returningAll()
    .executeTakeFirstOrThrow()) as CallRow

export const findCall = async (db: Database | Transaction, id: string): Promise<CallRow | undefined> =>
  asRow(await callTables(db).selectFrom('call').selectAll().where('id', '=', id).executeTakeFirst())

/** Returns those of the calls that still wait in the queue. */
export const findWaiting = async (db: Database, ids: string[]): Promise<CallRow[]> =>
  (await callTables(db)
    .selectFrom('call')
    .selectAll()
    .where('id', 'in', ids)
    .where('phase', '=', 'pending')
    .execute()) as CallRow[]

/** Returns the ids of the calls that are over. */
export const findOver = async (db: Database, ids: string[]): Promise<string[]> =>
  (
    await callTables(db)
      .selectFrom('call')
      .select('id')
      .where('id', 'in', ids)
      .where('phase', '=', 'over')
      .execute()
  ).map(({ id }) => id)

/** Also checks the customer: the caller has locked their log's head, and may know no more of the call than its id. */
export const lockCall = async (
  db: Transaction,
  { id, customer_id }: Pick<CallRow, 'id' | 'customer_id'>,
): Promise<CallRow | undefined> =>
  asRow(
    await callTables(db)
      .selectFrom('call')
      .selectAll()
      .where('id', '=', id)
      .where('customer_id', '=', customer_id)
      .forUpdate()
      .executeTakeFirst(),
  )

/** Finds calls that prevent a new one: a repeat of the same client_id, or a live call of the customer. */
export async function conflictingCalls(
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

/** SQL condition: the call rings at an agent or was accepted. */
export const isAtAgent = sql`phase in ('ringing', 'connecting', 'active')`

/** The agent's live calls: the accepted one and the ringing one. */
export async function liveCallsOfAgent(db: Database, agentId: string): Promise<CallRow[]> {
  const { rows } = await sql<CallRow>`
    select * from call where agent_id = ${agentId} and ${isAtAgent}`.execute(db)
  return rows
}

/** Updates a locked row and increments its revision, by which clients discard older views. */
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
 * Extends the keep-alive deadline of one side. One statement, because both sides of every call send this every few seconds.
 * Returns undefined if the call is locked or over, or the side has joined with another peer connection.
 */
export async function keepAlive(
  db: Database | Transaction,
  call: { id: string; side: Side; owner: string; peer: string; now: string },
): Promise<CallRow | undefined> {
  const { owner, peer, until } = columnsOf[call.side]
  const { rows } = await sql<CallRow>`
    update call set ${sql.ref(until)} =
      ${call.now}::timestamptz + make_interval(secs => (settings ->> 'grace_seconds')::int)
    where id = (select id from call where id = ${call.id} for no key update skip locked)
      and ${sql.ref(owner)} = ${call.owner} and ${sql.ref(peer)} = ${call.peer}
      and phase <> 'over' and (${call.side}::text = 'customer' or accepted_at is not null)
    returning *`.execute(db)
  return rows[0]
}

/** Stores the latest measurement of one side, also after the end. */
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

/** Serializes call starts of an organization until the end of the transaction. */
export const lockStarts = (db: Transaction, organizationId: string): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`call starts ${organizationId}`}, 0))`.execute(db)

/** Counts the waiting calls: pending or ringing. */
export async function waitingCounts(
  db: Transaction,
  caller: { organizationId: string; providerId: string; network: string },
): Promise<WaitingCounts> {
  const { rows } = await sql<WaitingCounts>`
    select
      min(queue_round) filter (where phase = 'pending') as round,
      max(queue_round) filter (where network = ${caller.network}) as network_round,
      (count(*) filter (where network = ${caller.network}))::int as of_network,
      (count(*) filter (where provider_id = ${caller.providerId}))::int as of_provider
    from call
    where organization_id = ${caller.organizationId} and phase in ('pending', 'ringing')`.execute(db)
  return rows[0] ?? { round: null, network_round: null, of_network: 0, of_provider: 0 }
}

/** Queue position of a waiting call within its organization; 1 is next (call-queue.ts). */
export async function queuePosition(db: Database | Transaction, call: CallRow): Promise<number> {
  const { rows } = await sql<{ position: number }>`
    select count(*)::int + 1 as position from call
    where organization_id = ${call.organization_id} and phase = 'pending'
      and (queue_round, created_at, id)
        < (${call.queue_round}::int, ${call.created_at}::timestamptz, ${call.id}::uuid)`.execute(db)
  return rows[0]?.position ?? 1
}

/** Queue positions of all waiting calls of these organizations. */
export async function queuePositions(
  db: Database,
  organizationIds: string[],
): Promise<{ id: string; position: number }[]> {
  const { rows } = await sql<{ id: string; position: number }>`
    select id,
      row_number() over (partition by organization_id order by queue_round, created_at, id)::int as position
    from call where phase = 'pending' and organization_id = any(${organizationIds}::uuid[])`.execute(db)
  return rows
}

/** Live calls of many customers in one statement, by customer id. */
export async function liveCallsOf(db: Database, customerIds: string[]): Promise<Map<string, CallRow>> {
  const { rows } = await sql<CallRow>`
    select * from call where customer_id = any(${plainArray(customerIds)}::uuid[]) and phase <> 'over'`.execute(
    db,
  )
  return new Map(rows.map((row) => [row.customer_id, row]))
}
