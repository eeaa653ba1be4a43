import type { Due } from './due-webhooks.ts'
import { intervalMs, nowPlus } from './queue-time.ts'

/** In milliseconds, by which a test's clock is ahead. */
const offsetMs = '$3::float8'

/** Longer than the longest attempt (10 s to the status line, 1 s of body) plus the time to batch its result. */
const leaseSeconds = 15

/** Advisory lock key: any fixed number. core/migrate.ts uses the previous one. */
export const claimLockKey = 7_226_539_002

/** Deliveries to doubtful webhooks per claim. */
export const maxDoubtfulPerClaim = 32

/**
 * The webhooks with waiting deliveries, each with the time of the first: a loose index scan, whose cost is a lookup per webhook,
 * however many deliveries there are.
 */
const waitingOfAll = `waiting_at(webhook_id, due_at) as (
  (select webhook_id, due_at from delivery_queue where lease_until is null order by webhook_id, due_at limit 1)
  union all
  select n.webhook_id, n.due_at from waiting_at w cross join lateral (
    select q.webhook_id, q.due_at from delivery_queue q
    where q.lease_until is null and q.webhook_id > w.webhook_id order by q.webhook_id, q.due_at limit 1
  ) n
)`

/** The same for the named webhooks only. */
const waitingOfSome = `waiting_at as (
  select n.webhook_id, n.due_at from unnest($4::uuid[]) as named(webhook_id) cross join lateral (
    select q.webhook_id, q.due_at from delivery_queue q
    where q.lease_until is null and q.webhook_id = named.webhook_id order by q.webhook_id, q.due_at limit 1
  ) n
)`

/**
 * `turn` includes the deliveries a webhook already has in flight: the least busy webhook goes first, so a
 * backlog of one webhook never delays the first delivery of another. The lookups of `room` and of the final select are written
 * so that the planner must use an index, whatever its statistics say about a table that was empty a minute ago.
 *
 * `doubtful`: nothing was delivered since the last failure, or ever. Endpoints that hang, or whose DNS lookup times out, occupy a
 * worker's slots for seconds. With one slot each, and a few per claim, a thousand of them still leave capacity for the others.
 */
const claimStatement = (waitingAt: string) => `
with recursive ${waitingAt}, room as materialized (
  select a.webhook_id, (
    select count(*) from delivery_queue l where l.webhook_id = a.webhook_id and l.lease_until is not null
  )::int as sending, (
    select failures from webhook_trouble t where t.webhook_id = a.webhook_id
  ) is distinct from 0 as doubtful
  from waiting_at a
  where a.due_at <= now() + ${intervalMs(offsetMs)}
    and not exists (select from webhook_cancellation c where c.webhook_id = a.webhook_id)
), pick as materialized (
  ${pickStatement('not doubtful', '$2', '$1')}
  union all
  ${pickStatement('doubtful', '1', `least($1, ${maxDoubtfulPerClaim})`)}
), free as materialized (
  select pick.* from pick cross join lateral (
    select from delivery_queue q where q.delivery_id = pick.delivery_id and q.lease_until is null for update skip locked
  ) q
), leased as (
  update delivery_queue q
  set attempt_id = uuid_v7(${nowPlus(offsetMs)}), lease_until = ${nowPlus(offsetMs)} + interval '${leaseSeconds} seconds'
  from free as pick where q.delivery_id = pick.delivery_id
  returning q.delivery_id, q.webhook_id, q.attempt_id, q.kind, pick.waited_ms, pick.turn, pick.doubtful
), attempt as (
  insert into delivery_attempt (id, delivery_id, kind, started_at)
  select attempt_id, delivery_id, kind, ${nowPlus(offsetMs)} from leased
)
select l.delivery_id, l.attempt_id, l.webhook_id, l.doubtful, l.doubtful or l.turn >= $2 as fills_webhook, l.waited_ms::float8, d.organization_id, d.event_id, d.type, w.url,
  w.secret, e.occurred_at, e.data::text as data
from leased l
cross join lateral (select * from delivery d where d.id = l.delivery_id offset 0) d
cross join lateral (select * from webhook w where w.id = l.webhook_id offset 0) w
cross join lateral (select * from webhook_event e where e.id = d.event_id offset 0) e
order by l.turn`

function pickStatement(condition: string, maxInFlight: string, limit: string): string {
  return `(
  select p.delivery_id, p.waited_ms, p.turn, r.doubtful from room r cross join lateral (
    select d.delivery_id, d.waited_ms, r.sending + row_number() over (order by d.due_at, d.delivery_id) as turn, d.due_at
    from (
      select q.delivery_id, q.due_at, extract(epoch from ${nowPlus(offsetMs)} - q.due_at) * 1000 as waited_ms
      from delivery_queue q
      where q.webhook_id = r.webhook_id and q.lease_until is null
        and q.due_at <= now() + ${intervalMs(offsetMs)}
      order by q.due_at, q.delivery_id limit greatest(0, ${maxInFlight} - r.sending)
    ) d
  ) p
  where ${condition} order by p.turn, p.due_at limit ${limit})`
}

/** Once per connection: planning a claim takes several times as long as running it. */
export const prepareClaims =
  `prepare claim_of_all (int, int, float8) as ${claimStatement(waitingOfAll)}; ` +
  `prepare claim_of_some (int, int, float8, uuid[]) as ${claimStatement(waitingOfSome)}`

/**
 * Two statements in one message: the second takes its snapshot after the lock is acquired, so it counts the leases of the previous
 * claim. A single statement would count with an older snapshot.
 */
export function claimMessage(due: Due, limit: number, maxPerWebhook: number, aheadMs: number): string {
  const bounds = `${limit}, ${maxPerWebhook}, ${aheadMs}`
  const claim =
    due.kind === 'all'
      ? `claim_of_all (${bounds})`
      : `claim_of_some (${bounds}, ${uuidArray(due.webhookIds)})`
  return `select pg_advisory_xact_lock(${claimLockKey}); execute ${claim}`
}

/** The ids come from the database or from another process of the installation; whatever is not hexadecimal is dropped. */
const uuidArray = (ids: string[]) => `'{${ids.map((id) => id.replaceAll(/[^0-9a-f-]/g, '')).join(',')}}'`
