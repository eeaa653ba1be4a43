import type { DeliveryType } from '@parley/protocol/webhook'
import type pg from 'pg'
import type { Clock } from '../../core/clock.ts'
import { claimLock, claimStatement } from './claim-statement.ts'
import { at, milliseconds, turnedBy } from './queue-time.ts'

/**
 * The life of a row in delivery_queue (spec 7, 8):
 *
 *     waiting ──claim──> leased ──finish──> gone: delivered, failed, or cancelled (webhook switched off meanwhile)
 *        ^                 │
 *        ├── retry: ends of the failed attempt + 10 min or more
 *        └── interrupted: no result, because the worker died or stopped; at once, not counted
 *
 * No transaction is open while a request is. A lease that runs out is reaped by any worker. `attempt_id` is the fence:
 * a result that comes after its lease was reaped changes nothing.
 */

/** Automatic attempts of a delivery (spec 8: retried twice). */
const automaticAttempts = 3

/** Leases lost in a row before a delivery rests: it might be what kills the worker. */
const lostAtOnce = 4
const restSeconds = 600

export interface Claimed {
  delivery_id: string
  attempt_id: string
  /** Its webhook is in doubt. */
  doubtful: boolean
  organization_id: string
  webhook_id: string
  event_id: string
  type: DeliveryType
  url: string
  /** Sealed. */
  secret: string
  occurred_at: string
  /** JSON, as it was written. */
  data: string
  /** From due to claimed. */
  waited_ms: number
}

/** How an attempt ended, as it is stored. */
export interface Finished {
  delivery_id: string
  attempt_id: string
  outcome: 'delivered' | 'bad_status' | 'timeout' | 'connection_error' | 'refused' | 'interrupted'
  status: number | null
  /** `storedFailure` */
  error: string | null
  duration_ms: number | null
  /** Seconds from the end of this attempt to the next, if there is one. */
  retry_after: number
  request: object | null
  response: object | null
}

/** What became of a delivery whose attempt ended. */
export interface Settled {
  delivery_id: string
  organization_id: string
  state: 'delivered' | 'failed' | 'cancelled' | 'open'
  /** The endpoint has begun to fail, goes on failing, or works again. */
  trouble: boolean
}

export type DeliveryQueue = ReturnType<typeof createDeliveryQueue>

export function createDeliveryQueue(deps: { pool: pg.Pool; clock: Clock; perWebhook: number }) {
  const { pool, clock, perWebhook } = deps

  async function settle(source: string, name: string, values: unknown[]): Promise<Settled[]> {
    const { rows } = await pool.query<Settled>({ name, text: finishStatement(source), values })
    return rows
  }

  return {
    /**
     * Leases what is due, the webhooks in turn, each at most `perWebhook` at a time over all workers (one while it is in
     * doubt), and writes the attempts. Two statements in one message: the second one's snapshot is taken when the lock is
     * held, so it counts the leases that the worker before has just taken. As one statement it would count with an older
     * snapshot.
     */
    async claim(limit: number): Promise<Claimed[]> {
      const text = `select pg_advisory_xact_lock(${claimLock}); ${claimStatement(limit, perWebhook, turnedBy(clock))}`
      const results = (await pool.query(text)) as unknown as pg.QueryResult<Claimed>[]
      return results[1]?.rows ?? []
    },

    /** Several attempts at once. What is not in the answer had lost its lease: its result changes nothing. */
    finish(ended: Finished[]): Promise<Settled[]> {
      const column = (key: keyof Finished) => ended.map((one) => one[key])
      const json = (key: 'request' | 'response') =>
        ended.map((one) => (one[key] === null ? '' : JSON.stringify(one[key]))).join(separator)
      return settle(fromWorker, 'finish-attempts', [
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

    /** How much is to be sent: due at this moment, later, being sent. */
    async depth(): Promise<{ due: number; later: number; sending: number }> {
      const { rows } = await pool.query<{ due: number; later: number; sending: number }>(
        `select count(*) filter (where lease_until is null and due_at <= now() + ${milliseconds('$1::float8')}) as due,
           count(*) filter (where lease_until is null and due_at > now() + ${milliseconds('$1::float8')}) as later,
           count(lease_until) as sending
         from delivery_queue`,
        [turnedBy(clock)],
      )
      return rows[0] ?? { due: 0, later: 0, sending: 0 }
    },

    /**
     * Leases whose worker has died: interrupted, to be sent again. Not those of attempts that the caller has `underWay` itself: after
     * an outage of the database it holds their ends, and what was delivered would be sent twice.
     * A row whose delivery is gone would hold its place for ever.
     */
    async reap(underWay: string[] = []): Promise<Settled[]> {
      await pool.query(
        `delete from delivery_queue q where q.lease_until < now() + ${milliseconds('$1::float8')}
           and not exists (select from delivery d where d.id = q.delivery_id)`,
        [turnedBy(clock)],
      )
      return settle(fromDeadLeases, 'reap-leases', [turnedBy(clock), underWay])
    },
  }
}

/**
 * Between the exchanges: no JSON text has it unescaped. As an array PostgreSQL's driver would escape every quote in them, which
 * took a tenth of this process's time.
 */
const separator = '\u001E'

const fromWorker = `
  select * from unnest(
    $2::uuid[], $3::uuid[], $4::text[], $5::int[], $6::text[], $7::int[], $8::float8[],
    string_to_array($9, E'\\x1E', ''), string_to_array($10, E'\\x1E', '')
  ) as t(delivery_id, attempt_id, outcome, status, error, duration_ms, retry_after, request, response)`

const fromDeadLeases = `
  select delivery_id, attempt_id, 'interrupted'::text as outcome, null::int as status, null::text as error,
    null::int as duration_ms, 0::float8 as retry_after, null::text as request, null::text as response
  from delivery_queue
  where lease_until < now() + ${milliseconds('$1::float8')} and attempt_id <> all($2::uuid[]) order by lease_until limit 500`

/**
 * `hook` takes the webhooks of what might have to wait again in share mode, as everything does that lets a delivery wait: a
 * webhook that is switched off at this moment either revokes it, or is seen here as off. Should it be on again before this
 * statement has the row, `again` passes over what was revoked meanwhile, and the end of its lease cancels it.
 */
const finishStatement = (source: string) => `
with moment as materialized (select ${at('$1::float8')} as now
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
    when m.outcome <> 'interrupted' and m.kind = 'automatic' and m.counted + 1 >= ${automaticAttempts} then 'failed'
    when not m.revoked and h.active and (d.type = any(h.events) or d.type = 'webhook.test') then 'open'
    else 'cancelled' end as state
  from mine m
  cross join lateral (select organization_id, type from delivery d where d.id = m.delivery_id offset 0) d
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
      when v.outcome = 'interrupted' and q.lost + 1 >= ${lostAtOnce} then v.now + interval '${restSeconds} seconds'
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
    state = k.state, updated_at = k.now, attempts = d.attempts + (k.outcome <> 'interrupted')::int,
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
    or not exists (select from webhook_trouble known where known.webhook_id = tally.webhook_id and known.failures = 0)
  order by webhook_id
  on conflict (webhook_id) do update set
    failures = case when excluded.failures = 0 then 0 else t.failures + excluded.failures end,
    since = case when t.failures = 0 then excluded.since else t.since end,
    last_status = excluded.last_status, last_error = excluded.last_error
  returning webhook_id
)
select k.delivery_id, k.organization_id, k.state, k.webhook_id in (select webhook_id from trouble) as trouble from kept k`
