import { newId } from '@parley/server/core/ids'
import pg from 'pg'

/** Episodes end before today, so that reports of whole days contain all of them. */
export const factDays = 364

const agents = 25
const teams = 5
const labels = 8

const scope =
  'organization_id, customer_id, started_seq, conversation_id, provider_id, channel, team_id, label_ids'
const scopeValues = `$1::uuid, customer_id, 1, conversation_id, $2::uuid, 'widget', team_id, label_ids`
const seconds = (expression: string) => `(${expression}) * interval '1 second'`
const firstReply = `started_at + ${seconds('5 + reply')}`
const endedAt = `started_at + ${seconds('65 + 4 * reply')}`

/** Columns and values of each table, per seeded conversation. */
const tables: [table: string, columns: string, values: string, from: string][] = [
  [
    'episode',
    `through_seq, agent_id, reopened, started_at, ended_at, customer_messages, agent_messages, ai_messages, first_response_at,
     first_response_by, first_response, first_response_open, resolution, resolution_open, score, rated_at`,
    `20, agent_id, n % 10 = 0, started_at, ${endedAt}, 4, 3, 0, ${firstReply}, agent_id, 5 + reply, 5 + reply / 2,
     65 + 4 * reply, 65 + 2 * reply, case when n % 5 = 0 then 1 + n % 4 + n / 5 % 2 end,
     case when n % 5 = 0 then ${endedAt} + interval '5 minutes' end`,
    'seed',
  ],
  ['assignment_span', 'position, agent_id, from_at, to_at', `0, agent_id, ${firstReply}, ${endedAt}`, 'seed'],
  [
    'wait_span',
    'position, agent_id, from_at, to_at, answered_by, seconds, seconds_open',
    `wait, agent_id, started_at + wait * ${seconds('(30 + reply)')}, started_at + wait * ${seconds('(30 + reply)')} + ${seconds('(5 + reply)')},
     'agent', 5 + reply, 5 + reply / 2`,
    'seed, generate_series(0, 1) wait',
  ],
  [
    'handling',
    'position, agent_id, ended_at, seconds, seconds_open, active',
    `0, agent_id, ${endedAt}, 60 + reply, 60 + reply / 2, tstzmultirange(tstzrange(${firstReply}, ${endedAt}))`,
    'seed',
  ],
  [
    'call_fact',
    'call_id, agent_id, outcome, created_at, ended_at, answered_at, wait, wait_open, talk, talk_open',
    `gen_random_uuid(), agent_id, case when n % 40 = 0 then 'timeout' else 'answered' end, started_at, ${endedAt},
     case when n % 40 > 0 then started_at + interval '9 seconds' end, 9, 9, case when n % 40 > 0 then 60 + reply end,
     case when n % 40 > 0 then 60 + reply / 2 end`,
    'seed where n % 10 = 0',
  ],
]

/**
 * Facts as the consumer would write them: a person replies twice to each conversation, every fifth one has a rating, every
 * tenth a call; two levels of backlog an hour and agents who are online eight hours a day. Made in the database, so that nothing
 * crosses the connection.
 */
export async function fillFacts(
  databaseUrl: string,
  { organizationId, providerId }: { organizationId: string; providerId: string },
  episodes: number,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const ids = (count: number) => Array.from({ length: count }, newId)
  await client.query(`set synchronous_commit = off; set work_mem = '256MB'; set jit = off`)
  await client.query(
    `create temp table seed as
     select gen_random_uuid() as customer_id, gen_random_uuid() as conversation_id, n,
       ($1::uuid[])[1 + n % ${agents}] as agent_id,
       case when n % 7 > 0 then ($2::uuid[])[1 + n % ${teams}] end as team_id,
       case when n % 3 = 0 then array[($3::uuid[])[1 + n % ${labels}]] else '{}' end as label_ids,
       date_trunc('day', now()) - (2 + n % ${factDays - 3}) * interval '1 day' + (8 + 10 * random()) * interval '1 hour' as started_at,
       -- Skewed as in life: most replies take minutes, some hours.
       least(8 * 3600, exp(5 + 1.5 * sqrt(-2 * ln(1 - random())) * cos(6.2832 * random()))) as reply
     from generate_series(1, $4::int) n`,
    [ids(agents), ids(teams), ids(labels), episodes],
  )
  for (const [table, columns, values, from] of tables)
    await client.query(
      `insert into ${table} (${scope}, ${columns}) select ${scopeValues}, ${values} from ${from}`,
      [organizationId, providerId],
    )
  await client.query(`update organization set created_at = now() - interval '2 years' where id = $1`, [
    organizationId,
  ])
  await client.query(
    `insert into backlog_recorded select hour from generate_series(
       date_trunc('day', now()) - interval '${factDays} days', date_trunc('day', now()), interval '1 hour') hour
     on conflict do nothing`,
  )
  await client.query(
    `insert into backlog_hour (organization_id, team_id, hour, open, unassigned, waiting, snoozed)
     select $1, team, hour, 20 + 10 * random(), 5, 8, 3
     from backlog_recorded, (select distinct team_id as team from seed) teams on conflict do nothing`,
    [organizationId],
  )
  await client.query(
    `insert into presence_span (organization_id, agent_id, state, from_at, to_at)
     select $1, agent_id, case when part % 4 = 3 then 'away' else 'online' end,
       day + (8 + part) * interval '1 hour', day + (9 + part) * interval '1 hour'
     from (select distinct agent_id from seed) agents, generate_series(0, 7) part,
       generate_series(date_trunc('day', now()) - interval '${factDays} days', date_trunc('day', now()) - interval '1 day',
         interval '1 day') day`,
    [organizationId],
  )
  await client.query('drop table seed')
  await client.query('vacuum analyze')
  await client.end()
}
