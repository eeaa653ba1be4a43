import { newId } from '@parley/server/core/ids'
import pg from 'pg'

/** The same in every size: what grows is the history. */
const openConversations = 100
export const messagesPerConversation = 50
/** Conversations per statement. */
const chunk = 2_000
/** In the fifth message of every conversation, so that its number of matches grows with the history. */
const commonWord = 'parcel'
/** In this many messages of every size. */
const rareMatches = 20
const rareWord = 'xylophone'

export interface InboxData {
  customers: string[]
  conversations: string[]
  searches: { rare: string; common: string }
}

/** Indexes that are not part of a constraint, built after the rows: faster, and as compact as after a restore. */
const secondaryIndexes = `select indexname, indexdef from pg_indexes where tablename in ('message', 'event_log')
  and indexname not in (select conname from pg_constraint)`

const message = `'Message ' || place || ' of customer ' || n || ': where is my order number ' || md5(n::text || place) ||
  case when place = 5 then ' and my ${commonWord}' else '' end ||
  case when place = 7 and n <= ${rareMatches} then ' with the ${rareWord}' else '' end`

/** Fills the demo organization with conversations in which customer and agent take turns. */
export async function fillInbox(
  databaseUrl: string,
  where: { organizationId: string; providerId: string },
  conversations: number,
): Promise<InboxData> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(`set synchronous_commit = off; set maintenance_work_mem = '1GB'; set jit = off`)
  const { rows: indexes } = await client.query<{ indexname: string; indexdef: string }>(secondaryIndexes)
  for (const { indexname } of indexes) await client.query(`drop index ${indexname}`)
  // The higher its number, the older a conversation: rows are stored in the order of time, as the service stores them.
  for (let to = conversations; to >= 1; to -= chunk)
    await fillConversations(client, where, { from: Math.max(1, to - chunk + 1), to })
  for (const { indexdef } of indexes) await client.query(indexdef)
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ customer_id: string; id: string }>(
    'select customer_id, id from conversation order by md5(id::text) limit 500',
  )
  await client.end()
  return {
    customers: rows.map((row) => row.customer_id),
    conversations: rows.map(({ id }) => id),
    searches: { rare: rareWord, common: commonWord },
  }
}

async function fillConversations(
  client: pg.Client,
  { organizationId, providerId }: { organizationId: string; providerId: string },
  { from, to }: { from: number; to: number },
): Promise<void> {
  await client.query(`create temp table made as
    select uuidv7() as customer, uuidv7() as conversation, n from generate_series(${from}, ${to}) n`)
  await client.query(
    `with customers as (
       insert into customer (id, organization_id, provider_id, identity, external_id, first_name, language, country_code, created_at)
       select customer, $1::uuid, $2::uuid, 'visitor:' || customer, customer::text, 'Customer ' || n, 'en', 'DE', now() from made
     ), heads as (
       insert into customer_log (customer_id, organization_id, provider_id, last_seq)
       select customer, $1::uuid, $2::uuid, ${messagesPerConversation} from made
     )
     insert into conversation (id, organization_id, customer_id, provider_id, agent_id, status, started_at, closed_at, duration,
       last_sender_type, last_preview, last_message_at, unread, updated_at, created_at)
     select conversation, $1::uuid, customer, $2::uuid, $3::uuid, case when n <= ${openConversations} then 'open' else 'closed' end,
       now() - n * interval '3 minutes', case when n > ${openConversations} then now() - n * interval '2 minutes' end,
       case when n > ${openConversations} then n end, 'customer', 'Where is my order?', now() - n * interval '2 minutes', 0,
       now() - n * interval '2 minutes', now() - n * interval '3 minutes'
     from made`,
    [organizationId, providerId, newId()],
  )
  await client.query(
    `with said as (
       select made.*, place, uuidv7() as id, gen_random_uuid() as client_id, ${message} as content,
         case when place % 2 = 1 then 'customer' else 'agent' end as sender_type,
         date_trunc('milliseconds', now() - n * interval '3 minutes' + place * interval '1 second') as at
       from made, generate_series(1, ${messagesPerConversation}) place
     ), messages as (
       insert into message (id, organization_id, customer_id, conversation_id, seq, sender_type, sender, client_id, content, created_at)
       select id, $1::uuid, customer, conversation, place, sender_type,
         case when sender_type = 'customer' then 'customer' else $2 end, client_id, content, at from said order by at
     )
     insert into event_log (customer_id, seq, id, organization_id, type, audience, conversation_id, actor, data, created_at)
     select customer, place, uuidv7(), $1::uuid, 'message.created', 'both', conversation,
       case when sender_type = 'customer' then '{"type": "customer"}'::jsonb else jsonb_build_object('type', 'agent', 'id', $2) end,
       jsonb_build_object('id', id, 'sender_type', sender_type, 'sender_agent', null, 'client_id', client_id, 'content', content,
         'reply_to_id', null, 'media', '[]'::jsonb, 'deleted_by_customer_at', null, 'created_at', at), at
     from said order by at`,
    [organizationId, newId()],
  )
  await client.query('drop table made')
}
