import { openDatabase } from '@parley/server/core/database'

/** Who and what the facts of an organization are about. */
export interface FactSubjects {
  organizationId: string
  agentIds: string[]
  teamIds: string[]
  labelIds: string[]
  providerIds: string[]
}

export interface FactAmount {
  episodes: number
  /** Backwards from now. */
  days: number
  /** Whether an AI agent replies first in a part of the episodes. */
  ai: boolean
}

const scope =
  'organization_id, customer_id, started_seq, conversation_id, provider_id, channel, team_id, label_ids'
const scopeValues = `$1::uuid, customer_id, 1, conversation_id, provider_id, channel, team_id, label_ids`

/** Columns and values of each table, per seeded episode. */
const tables: [table: string, columns: string, values: string, from: string][] = [
  [
    'episode',
    `through_seq, agent_id, reopened, started_at, ended_at, customer_messages, agent_messages, ai_messages,
     first_response_at, first_response_by, first_response, first_response_open,
     ai_first_response_at, ai_first_response_by, ai_first_response, ai_first_response_open,
     resolution, resolution_open, score, rated_at`,
    `20, agent_id, n % 9 = 0, started_at, ended_at, 4, case when replied_at is null then 0 else 3 end, case when ai then 1 else 0 end,
     replied_at, case when replied_at is not null then agent_id end,
     case when replied_at is not null then reply end, case when replied_at is not null then reply / 2 end,
     case when ai then started_at + interval '4 seconds' end, null,
     case when ai then 4 + n % 5 end, case when ai then 4 + n % 5 end,
     case when ended_at is not null then 60 + 4 * reply end, case when ended_at is not null then 30 + 2 * reply end,
     case when rated_at is not null then (array[5, 4, 5, 5, 3, 4, 1, 5, 2, 4])[1 + n / 3 % 10] end, rated_at`,
    'seed',
  ],
  [
    'assignment_span',
    'position, agent_id, from_at, to_at',
    "wave, agent_id, replied_at + wave * interval '10 minutes', ended_at",
    'seed, generate_series(0, 1) wave where replied_at is not null and (wave = 0 or n % 6 = 0)',
  ],
  [
    'wait_span',
    'position, agent_id, from_at, to_at, answered_by, seconds, seconds_open',
    `wave, case when answered and kind = 'agent' then agent_id end, started_at + wave * interval '3 minutes',
     started_at + wave * interval '3 minutes' + took, case when answered then kind end,
     extract(epoch from took), extract(epoch from took) / 2`,
    `(select *, started_at + wave * interval '3 minutes' + took <= now() and (replied_at is not null or kind = 'ai_agent') as answered
      from (select *, case when ai and wave = 0 then 'ai_agent' else 'agent' end as kind,
        (case when ai and wave = 0 then 4 + n % 5 else reply / (1 + wave) end) * interval '1 second' as took
        from seed, generate_series(0, 1) wave) waves) spans
     where started_at + wave * interval '3 minutes' + took <= now()`,
  ],
  [
    'handling',
    'position, agent_id, ended_at, seconds, seconds_open, active',
    `0, agent_id, ended_at, 60 + least(reply, 900), 30 + least(reply, 900) / 2,
     tstzmultirange(tstzrange(replied_at, replied_at + (60 + least(reply, 900)) * interval '1 second'))`,
    'seed where ended_at is not null and replied_at is not null',
  ],
  [
    'call_fact',
    'call_id, agent_id, outcome, created_at, ended_at, answered_at, wait, wait_open, talk, talk_open',
    `gen_random_uuid(), case when outcome = 'answered' or outcome = 'declined' then agent_id end, outcome, started_at,
     started_at + interval '1 hour', case when outcome = 'answered' then started_at + least(reply, 90) / 3 * interval '1 second' end,
     least(reply, 90) / 3, least(reply, 90) / 3, case when outcome = 'answered' then 60 + reply / 3 end,
     case when outcome = 'answered' then 60 + reply / 6 end`,
    `(select *, (array['answered', 'answered', 'answered', 'answered', 'timeout', 'answered', 'cancelled', 'answered',
       'queue_timeout', 'answered', 'visitor_disconnected', 'nobody_available', 'answered', 'declined'])[1 + n / 5 % 14] as outcome
      from seed where n % 5 = 1 and started_at < now() - interval '1 hour') calls`,
  ],
]

/**
 * Facts as the consumer would write them, the same for each run but for their days: working hours and weekdays have more, some
 * agents work more than others, and most replies take minutes, some hours. For pictures; what figures mean is tested elsewhere.
 */
export async function fillFacts(
  databaseUrl: string,
  subjects: FactSubjects,
  { episodes, days, ai }: FactAmount,
): Promise<void> {
  const handle = openDatabase(databaseUrl, { connections: 1 })
  const client = await handle.pool.connect()
  const { organizationId, agentIds, teamIds, labelIds, providerIds } = subjects
  await client.query('select setseed(0.25)')
  await client.query(
    `create temp table seed as
     with days as materialized (
       select n, gen_random_uuid() as customer_id, gen_random_uuid() as conversation_id,
         date_trunc('day', now()) - floor($6 * random()) * interval '1 day'
           + (7 + 6 * (random() + random())) * interval '1 hour' as started_at,
         round((90 * exp(1.1 * sqrt(-2 * ln(1 - random())) * cos(6.2832 * random())))::numeric, 3)::float8 as reply,
         ($1::uuid[])[1 + floor(cardinality($1::uuid[]) * random() ^ 1.7)] as agent_id,
         case when random() < 0.85 then ($2::uuid[])[1 + floor(cardinality($2::uuid[]) * random() ^ 1.4)] end as team_id,
         case when random() < 0.4 then array[($3::uuid[])[1 + floor(cardinality($3::uuid[]) * random())]] else '{}' end as label_ids,
         ($4::uuid[])[1 + floor(cardinality($4::uuid[]) * random() ^ 2)] as provider_id,
         (array['widget', 'widget', 'widget', 'telegram', 'email'])[1 + floor(5 * random())] as channel,
         $7 and random() < 0.35 as ai, random() as luck
       from generate_series(1, $5::int) n
     ), times as (
       select *, started_at + (60 + 4 * reply) * interval '1 second' as end_at,
         started_at + reply * interval '1 second' as reply_at
       from days where started_at < now() and ($5 < 100 or extract(isodow from started_at) < 6 or luck < 0.3)
     )
     select *, case when end_at <= now() then end_at end as ended_at,
       case when reply_at <= now() and luck > 0.04 and not (ai and luck > 0.7) then reply_at end as replied_at,
       case when n % 3 = 0 and end_at + interval '5 minutes' <= now() then end_at + interval '5 minutes' end as rated_at
     from times`,
    [agentIds, teamIds, labelIds, providerIds, episodes, days, ai],
  )
  for (const [table, columns, values, from] of tables)
    await client.query(
      `insert into ${table} (${scope}, ${columns}) select ${scopeValues}, ${values} from ${from}`,
      [organizationId],
    )
  await client.query('drop table seed')
  client.release()
  await handle.close()
}

/** What is recorded as time passes: the backlog of each hour, and eight hours of presence on each weekday. */
export async function fillRecords(
  databaseUrl: string,
  { organizationId, agentIds, teamIds }: FactSubjects,
  days: number,
): Promise<void> {
  const handle = openDatabase(databaseUrl, { connections: 1 })
  const client = await handle.pool.connect()
  await client.query(
    `update organization set created_at = now() - ($2 + 1) * interval '1 day' where id = $1`,
    [organizationId, days],
  )
  await client.query(
    `insert into backlog_recorded select generate_series(date_trunc('day', now()) - $1 * interval '1 day', now(), interval '1 hour')
     on conflict do nothing`,
    [days],
  )
  await client.query(
    `insert into backlog_hour (organization_id, team_id, hour, open, unassigned, waiting, snoozed)
     select $1, team_id, hour, 14 + level, 3 + level / 4, 6 + level / 2, 2
     from (select *, (8 * (1 - cos(extract(hour from hour) / 3.82)) + extract(day from hour)::int % 6)::int as level
       from backlog_recorded) hours, unnest($2::uuid[]) team_id on conflict do nothing`,
    [organizationId, teamIds],
  )
  await client.query(
    `insert into presence_span (organization_id, agent_id, state, from_at, to_at)
     select $1, agent_id, case when part % 4 = 3 then 'away' else 'online' end, from_at, from_at + interval '1 hour'
     from (select *, day + (8 + part) * interval '1 hour' as from_at from unnest($2::uuid[]) agent_id, generate_series(0, 7) part,
       generate_series(date_trunc('day', now()) - $3 * interval '1 day', now(), interval '1 day') day) parts
     where extract(isodow from from_at) < 6 and from_at + interval '1 hour' < now()`,
    [organizationId, agentIds, days],
  )
  client.release()
  await handle.close()
}
