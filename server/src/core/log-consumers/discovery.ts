import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { nothingAnnounced, type AnnouncedColumns } from './announced-entries.ts'
import { serverRun } from './failover.ts'
import type { LogConsumer } from './log-consumer.ts'

interface Discovery {
  snapshot: string
  /** Of the database server. */
  run: string
  missed: { consumer: string; customerId: string }[]
}

/**
 * Finds the entries that were committed since a snapshot and are not handled yet. A snapshot names exactly the transactions it
 * does not see, so an entry that commits late is found, and a transaction that stays open causes no delay.
 * @param announced entries that are known already, and are left out
 */
export async function discover(
  db: Database,
  consumers: Pick<LogConsumer, 'name' | 'types' | 'messagesOf'>[],
  since: string,
  announced: AnnouncedColumns = nothingAnnounced,
): Promise<Discovery> {
  const kinds = consumers.flatMap(({ name, types, messagesOf }) =>
    types.flatMap((type) =>
      (type === 'message.created' && messagesOf ? messagesOf : [null]).map((sender) => ({
        name,
        type,
        sender,
      })),
    ),
  )
  const { rows } = await sql<{ snapshot: string; run: string; missed: [string, string][] }>`
    with announced as materialized (
      select * from unnest(${announced.customerIds}::uuid[], ${announced.after}::bigint[], ${announced.to}::bigint[])
        as part(customer_id, after, upto)
    ), fresh as materialized (
      select customer_id, type, sender, max(seq) as seq
      from (
        -- Apart, so that each is a look-up in the index. What was restored from another cluster may have ids that are still
        -- to come in this one: they end at the present.
        select customer_id, type, actor->>'type' as sender, seq from event_log
        where xid <> '0' and xid >= pg_snapshot_xmax(${since}::pg_snapshot)
          and xid < pg_snapshot_xmax(pg_current_snapshot())
        union all
        select customer_id, type, actor->>'type' as sender, seq from event_log
        where xid <> '0' and xid = any(array(select pg_snapshot_xip(${since}::pg_snapshot)))
      ) entry
      where not exists (
        select from announced a where a.customer_id = entry.customer_id and entry.seq > a.after and entry.seq <= a.upto
      )
      group by customer_id, type, sender
    ), missed as (
      select distinct k.consumer, f.customer_id
      from unnest(
        ${kinds.map(({ name }) => name)}::text[], ${kinds.map(({ type }) => type)}::text[], ${kinds.map(({ sender }) => sender)}::text[]
      ) as k(consumer, type, sender)
      join fresh f on f.type = k.type and (k.sender is null or f.sender = k.sender)
      left join log_cursor c on c.consumer = k.consumer and c.customer_id = f.customer_id
      where (c.customer_id is null or f.seq > c.seq) and c.last_error is null
    )
    select pg_current_snapshot()::text as snapshot, ${serverRun} as run,
      (select coalesce(json_agg(json_build_array(consumer, customer_id)), '[]') from missed) as missed`.execute(
    db,
  )
  const [row] = rows
  if (!row) throw new Error('Discovery returned no snapshot')
  return {
    snapshot: row.snapshot,
    run: row.run,
    missed: row.missed.map(([consumer, customerId]) => ({ consumer, customerId })),
  }
}

/** How many transactions began between two snapshots; negative when the database was restored into a younger cluster. */
export const transactionsBetween = (since: string, present: string): number =>
  Number(xmax(present) - xmax(since))

/** `xmin:xmax:xip,xip` */
const xmax = (snapshot: string): bigint => BigInt(snapshot.split(':')[1] ?? 0)
