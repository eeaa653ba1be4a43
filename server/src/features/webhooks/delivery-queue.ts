import { directDeliveries, type DeliveryType } from '@parley/protocol/webhook'
import type pg from 'pg'
import type { Clock } from '../../core/clock.ts'
import { claimMessage, prepareClaims } from './claim-statement.ts'
import type { Due } from './due-webhooks.ts'
import { intervalMs, nowPlus, turnedBy } from './queue-time.ts'

/**
 * States of a row in delivery_queue (spec 7, 8):
 *
 *     waiting ──claim──> leased ──finish──> deleted: delivered, failed, or cancelled (webhook disabled meanwhile)
 *        ^                 │
 *        ├── retry: 10 min or more after the end of the failed attempt
 *        └── interrupted: no result, because the worker crashed or stopped; retried at once, not counted
 *
 * No transaction is open during a request. Any worker reaps an expired lease. `attempt_id` is the fencing token: a result that
 * arrives after its lease was reaped is ignored.
 */

/** Types that need no subscription, also in deliveries of the previous release: constants, as an SQL list. */
const direct = directDeliveries.map((type) => `'${type}'`).join(', ')

/** Automatic attempts of a delivery (spec 8: retried twice). */
const maxAutomaticAttempts = 3

/** Leases lost in a row before a delivery is delayed, because it might be what crashes the worker. */
const maxLostLeases = 4
const lostLeaseBackoffSeconds = 600

export interface Claimed {
  delivery_id: string
  attempt_id: string
  /** The webhook has had no success since its last failure, or ever. */
  doubtful: boolean
  /** The webhook has as many leases as it may have: its other deliveries wait for results. */
  fills_webhook: boolean
  organization_id: string
  webhook_id: string
  event_id: string
  type: DeliveryType
  url: string
  /** Encrypted. */
  secret: string
  occurred_at: string
  /** JSON text as stored. */
  data: string
  /** Time from due to claimed. */
  waited_ms: number
}

/** Result of an attempt, as stored. */
export interface Finished {
  delivery_id: string
  attempt_id: string
  outcome: 'delivered' | 'bad_status' | 'timeout' | 'connection_error' | 'refused' | 'interrupted'
  status: number | null
  /** In the format of `storedFailure`. */
  error: string | null
  duration_ms: number | null
  /** Delay from the end of this attempt to the next, if there is one (s). */
  retry_after: number
  request: object | null
  response: object | null
}

/** State of a delivery after a finished attempt. */
export interface Settled {
  delivery_id: string
  organization_id: string
  state: 'delivered' | 'failed' | 'cancelled' | 'open'
  /** The endpoint started to fail, keeps failing, or recovered. */
  trouble: boolean
}

/** Connections that know the claims. */
const prepared = new WeakSet<pg.PoolClient>()

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>

export function createDeliveryQueue(deps: { pool: pg.Pool; clock: Clock; maxPerWebhook: number }) {
  const { pool, clock, maxPerWebhook } = deps

  async function settle(source: string, name: string, values: unknown[]): Promise<Settled[]> {
    const { rows } = await pool.query<Settled>({ name, text: finishStatement(source), values })
    return rows
  }

  return {
    /**
     * Leases due deliveries round-robin across webhooks and inserts their attempts. Each webhook has at most `maxPerWebhook`
     * leases across all workers (one while doubtful).
     */
    async claim(limit: number, due: Due = { kind: 'all' }): Promise<Claimed[]> {
      const client = await pool.connect()
      let isBroken = true
      try {
        if (!prepared.has(client)) await client.query(prepareClaims)
        prepared.add(client)
        const message = claimMessage(due, limit, maxPerWebhook, turnedBy(clock))
        const results = (await client.query(message)) as unknown as pg.QueryResult<Claimed>[]
        isBroken = false
        return results.at(-1)?.rows ?? []
      } finally {
        client.release(isBroken)
      }
    },

    /** Saves several results. Those missing from the returned list had lost their lease and were ignored. */
    finish(ended: Finished[]): Promise<Settled[]> {
      const column = (key: keyof Finished) => ended.map((one) => one[key])
      const json = (key: 'request' | 'response') =>
        ended.map((one) => (one[key] === null ? '' : JSON.stringify(one[key]))).join(separator)
      return settle(finishedAttempts, 'finish-attempts', [
        turnedBy(clock),
        column('delivery_id'),
        column('attempt_id'),
        column('outcome'),
        column('status'),
        column('error'),
        column('duration_ms'),
        column('retry_after'),
        json('request'),
        json('response'),
      ])
    },

    /** Counts deliveries: due now, due later, being sent. */
    async depth(): Promise<{ due: number; later: number; sending: number }> {
      const { rows } = await pool.query<{ due: number; later: number; sending: number }>(
        `select count(*) filter (where lease_until is null and due_at <= now() + ${intervalMs('$1::float8')}) as due,
           count(*) filter (where lease_until is null and due_at > now() + ${intervalMs('$1::float8')}) as later,
           count(lease_until) as sending
         from delivery_queue`,
        [turnedBy(clock)],
      )
      return rows[0] ?? { due: 0, later: 0, sending: 0 }
    },

    /**
     * Marks attempts with expired leases as interrupted, to be sent again, except the caller's `ownAttempts`: after a database
     * outage it still holds their results, and delivered events would be sent twice. Rows whose delivery was deleted are removed:
     * they would occupy a slot forever.
     */
    async reap(ownAttempts: string[] = []): Promise<Settled[]> {
      await pool.query(
        `delete from delivery_queue q where q.lease_until < now() + ${intervalMs('$1::float8')}
           and not exists (select from delivery d where d.id = q.delivery_id)`,
        [turnedBy(clock)],
      )
      return settle(expiredLeases, 'reap-leases', [turnedBy(clock), ownAttempts])
    },
  }
}

/**
 * Separates the exchanges; JSON text never contains it unescaped. Passed as an array, the driver would escape every quote, which
 * took a tenth of the CPU time of this process.
 */
const separator = '\u001E'

const finishedAttempts = `
  select * from unnest(
    $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[], $7::int[], $8::float8[],
    string_to_array($9, E'\\x1E', ''), string_to_array($10, E'\\x1E', '')
  ) as t(delivery_id, attempt_id, outcome, status, error, duration_ms, retry_after, request, response)`

const expiredLeases = `
  select delivery_id, attempt_id, 'interrupted'::text as outcome, null::int as status, null::text as error,
    null::int as duration_ms, 0::float8 as retry_after, null::text as request, null::text as response
  from delivery_queue
  where lease_until < now() + ${intervalMs('$1::float8')} and attempt_id <> all($2::uuid[]) order by lease_until limit 500`

/**
 * `hook` locks the webhooks of deliveries that may be retried in share mode, like every statement that queues a delivery: a
 * webhook disabled at the same time either revokes the delivery or is seen here as inactive. If it is active again before this
 * statement has the row, `again` skips deliveries revoked meanwhile, and the end of their lease cancels them.
 */
const finishStatement = (source: string) => `
with moment as materialized (select ${nowPlus('$1::float8')} as now
), ended as materialized (${source}
), mine as materialized (
  select e.*, moment.now, q.webhook_id, q.kind, q.retry_at, q.counted, q.revoked
  from moment cross join ended e
  cross join lateral (
    select * from delivery_queue q where q.delivery_id = e.delivery_id and q.attempt_id = e.attempt_id offset 0
  ) q
), hook as materialized (
  select id, active and deleted_at is null as active, events from webhook
  where id in (select webhook_id from mine where outcome <> 'delivered') order by id for share
), verdict as materialized (
  select m.*, d.organization_id, case
    when m.outcome = 'delivered' then 'delivered'
    when m.outcome <> 'interrupted' and m.kind = 'manual' and m.retry_at is null then 'failed'
    when m.outcome <> 'interrupted' and m.kind = 'automatic' and m.counted + 1 >= ${maxAutomaticAttempts} then 'failed'
    when not m.revoked and h.active and (d.direct or d.type = any(h.events) or d.type in (${direct})) then 'open'
    else 'cancelled' end as state
  from mine m
  cross join lateral (select organization_id, type, direct from delivery d where d.id = m.delivery_id offset 0) d
  left join hook h on h.id = m.webhook_id
), gone as (
  delete from delivery_queue q using verdict v
  where q.delivery_id = v.delivery_id and q.attempt_id = v.attempt_id and v.state <> 'open'
  returning q.delivery_id
), again as (
  update delivery_queue q set
    attempt_id = null, lease_until = null,
    kind = case when v.outcome = 'interrupted' then q.kind else 'automatic' end,
    retry_at = case when v.outcome = 'interrupted' then q.retry_at end,
    counted = q.counted + (v.outcome <> 'interrupted' and q.kind = 'automatic')::int,
    lost = case when v.outcome = 'interrupted' then q.lost + 1 else 0 end,
    due_at = case
      when v.outcome = 'interrupted' and q.lost + 1 >= ${maxLostLeases} then v.now + interval '${lostLeaseBackoffSeconds} seconds'
      when v.outcome = 'interrupted' then v.now
      when q.kind = 'manual' then greatest(q.retry_at, v.now + v.retry_after * interval '1 second')
      else v.now + v.retry_after * interval '1 second' end
  from verdict v
  where q.delivery_id = v.delivery_id and q.attempt_id = v.attempt_id and v.state = 'open' and not q.revoked
  returning q.delivery_id
), kept as materialized (
  select v.* from verdict v where v.delivery_id in (select delivery_id from gone union all select delivery_id from again)
), attempt as (
  update delivery_attempt a set
    outcome = k.outcome, status = k.status, error = k.error, duration_ms = k.duration_ms,
    finished_at = k.now, request = k.request::json, response = k.response::json
  from kept k where a.id = k.attempt_id
), log as (
  update delivery d set
    -- A delivery that is only ever interrupted fails after 14 days.
    state = k.state, updated_at = case when k.outcome = 'interrupted' and k.state = 'open' then d.updated_at else k.now end,
    attempts = d.attempts + (k.outcome <> 'interrupted')::int,
    last_status = case when k.outcome = 'interrupted' then d.last_status else k.status end,
    last_error = case when k.outcome = 'interrupted' then d.last_error else k.error end
  from kept k where d.id = k.delivery_id
), tally as (
  select webhook_id, min(now) as now, bool_or(outcome = 'delivered') as delivered,
    count(*) filter (where outcome <> 'delivered') as failures,
    (array_agg(status) filter (where outcome <> 'delivered'))[1] as last_status,
    (array_agg(error) filter (where outcome <> 'delivered'))[1] as last_error
  from kept where outcome <> 'interrupted' group by webhook_id
), trouble as (
  insert into webhook_trouble as t (webhook_id, failures, since, last_status, last_error)
  select webhook_id, case when delivered then 0 else failures end, now, last_status, last_error from tally
  where not delivered
    or (select failures from webhook_trouble known where known.webhook_id = tally.webhook_id) is distinct from 0
  order by webhook_id
  on conflict (webhook_id) do update set
    failures = case when excluded.failures = 0 then 0 else t.failures + excluded.failures end,
    since = case when t.failures = 0 then excluded.since else t.since end,
    last_status = excluded.last_status, last_error = excluded.last_error
  returning webhook_id
)
select k.delivery_id, k.organization_id, k.state, k.webhook_id in (select webhook_id from trouble) as trouble from kept k`
