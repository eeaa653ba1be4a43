import type { ChannelProblem } from '@parley/protocol/channel-connection'
import { sql, type RawBuilder } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import { channelTables } from './channel-tables.ts'

export type ConnectionRow = Awaited<ReturnType<typeof findConnection>> & {}

const columns = [
  'provider_id',
  'organization_id',
  'channel',
  'account_id',
  'name',
  'username',
  'credentials',
  'mode',
  'webhook_url',
  'problem',
  'problem_at',
  'last_inbound_at',
  'cursor',
  'cursor_epoch',
  'created_at',
  'removed_at',
  'picture_id',
] as const

/** Removed ones too. */
export const findConnection = (db: Database | Transaction, providerId: string) =>
  channelTables(db)
    .selectFrom('channel_connection')
    .select(columns)
    .where('provider_id', '=', providerId)
    .executeTakeFirst()

export const findConnectionOf = (db: Database | Transaction, organizationId: string, providerId: string) =>
  channelTables(db)
    .selectFrom('channel_connection')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('provider_id', '=', providerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()

/** Oldest first. */
export const listConnections = (db: Database | Transaction, organizationId: string) =>
  channelTables(db)
    .selectFrom('channel_connection')
    .select(columns)
    .where('organization_id', '=', organizationId)
    .where('removed_at', 'is', null)
    .orderBy('created_at')
    .orderBy('provider_id')
    .execute()

/** Serializes new accounts and credentials of an organization until the commit, so that their number and what they read stay valid. */
export const lockConnections = (trx: Transaction, organizationId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`channels ${organizationId}`}, 0))`.execute(trx)

/** Of all organizations. */
export async function allConnectionIds(db: Database): Promise<string[]> {
  const rows = await channelTables(db)
    .selectFrom('channel_connection')
    .select('provider_id')
    .where('removed_at', 'is', null)
    .execute()
  return rows.map(({ provider_id: id }) => id)
}

/** false: the account is connected already. A bot is connected by one organization at most, a mailbox once by each. */
export async function insertConnection(
  db: Transaction,
  row: Pick<
    ConnectionRow,
    | 'provider_id'
    | 'organization_id'
    | 'channel'
    | 'account_id'
    | 'name'
    | 'username'
    | 'credentials'
    | 'mode'
    | 'webhook_url'
    | 'created_at'
  >,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await channelTables(db)
    .insertInto('channel_connection')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Value of `webhook_url` until the platform has confirmed where updates go: to an address, or (null) nowhere, because they are polled. */
export const unconfirmed = ''

/** Returns false if the connection was removed. */
export async function changeConnection(
  db: Database | Transaction,
  providerId: string,
  change: Partial<
    Pick<ConnectionRow, 'name' | 'username' | 'credentials' | 'mode' | 'webhook_url' | 'removed_at'> &
      typeof withoutPosition &
      typeof withoutPicture
  >,
): Promise<boolean> {
  const { numUpdatedRows } = await channelTables(db)
    .updateTable('channel_connection')
    .set(change)
    .where('provider_id', '=', providerId)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const withoutPicture = { picture: null, picture_id: null }

/** The cursor becomes one of an unknown epoch. A turn in progress loses its lease, so that it cannot store the previous epoch. */
export const withoutPosition = { cursor_epoch: null, poll_owner: null, poll_until: null }

/** Returns whether the state changed. */
export async function setProblem(
  db: Database,
  providerId: string,
  problem: ChannelProblem | null,
  now: RawBuilder<string>,
): Promise<boolean> {
  const { numUpdatedRows } = await channelTables(db)
    .updateTable('channel_connection')
    .set({ problem, problem_at: problem === null ? null : now })
    .where('provider_id', '=', providerId)
    .where('removed_at', 'is', null)
    .where(sql<boolean>`problem is distinct from ${problem}`)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Claims polling connections that are due and not leased by a running process, longest waiting first. */
export async function claimPolling(
  db: Database,
  lease: PollingLease & { max: number; but: readonly string[] },
): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    update channel_connection c set poll_owner = ${lease.owner},
      poll_until = ${lease.now} + ${lease.seconds}::float8 * interval '1 second'
    from (
      select provider_id from channel_connection
      where ${isWaiting(lease.now)} and not provider_id = any(${lease.but}::uuid[])
      order by poll_at limit ${lease.max} for update skip locked
    ) free
    where c.provider_id = free.provider_id
    returning ${sql.join(columns.map((column) => sql.ref(`c.${column}`)))}`.execute(db)
  return rows
}

/** A claim of its own for each turn, so that the end of one never releases the next. */
export interface PollingLease {
  owner: string
  now: RawBuilder<string>
  seconds: number
}

const isWaiting = (now: RawBuilder<string>) => sql<boolean>`mode = 'polling' and removed_at is null
  and poll_at <= ${now} and (poll_until is null or poll_until <= ${now})`

/** Number of polling connections without a lease, up to `max`. */
export async function countWaiting(db: Database, now: RawBuilder<string>, max: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting
    from (select from channel_connection where ${isWaiting(now)} limit ${max}) free`.execute(db)
  return rows[0]?.waiting ?? 0
}

/** Extends the lease. undefined: another process has it, or the connection was removed or has a webhook now. */
export const renewPolling = (db: Database, providerId: string, lease: PollingLease) =>
  channelTables(db)
    .updateTable('channel_connection')
    .set({ poll_until: sql<string>`${lease.now} + ${lease.seconds}::float8 * interval '1 second'` })
    .where('provider_id', '=', providerId)
    .where('poll_owner', '=', lease.owner)
    .where('mode', '=', 'polling')
    .where('removed_at', 'is', null)
    .returning(columns)
    .executeTakeFirst()

/**
 * Ends a turn: the connection queues behind all that wait now, and is due after so many seconds at the earliest. With other credentials than
 * those of the turn it is due at once.
 */
export const releasePolling = (
  db: Database,
  { provider_id: providerId, credentials }: Pick<ConnectionRow, 'provider_id' | 'credentials'>,
  { owner, now }: PollingLease,
  seconds: number,
): Promise<unknown> =>
  channelTables(db)
    .updateTable('channel_connection')
    .set({
      poll_owner: null,
      poll_until: null,
      poll_at: sql<string>`${now} + case when credentials is not distinct from ${credentials} then ${seconds}::float8 else 0 end
        * interval '1 second'`,
    })
    .where('provider_id', '=', providerId)
    .where('poll_owner', '=', owner)
    .execute()

/** After a correction, so that the next poll does not wait for the retry delay. */
export const pollSoon = (db: Database, providerId: string, now: RawBuilder<string>): Promise<unknown> =>
  channelTables(db)
    .updateTable('channel_connection')
    .set({ poll_at: sql<string>`least(poll_at, ${now})` })
    .where('provider_id', '=', providerId)
    .execute()
