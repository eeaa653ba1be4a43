import { newId } from '@parley/server/core/ids'
import pg from 'pg'

/** Conversations that agents work on. The same in every size: what grows is the history. */
export const openConversations = 500

export interface DeskData {
  labels: { common: string; rare: string }
  agent: string
}

/** Fills the demo organization: 25 agents, a common and a rare label, priorities, waiting customers. */
export async function fillDesk(
  databaseUrl: string,
  where: { organizationId: string; providerId: string },
  conversations: number,
): Promise<DeskData> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const labels = { common: newId(), rare: newId() }
  const agents = Array.from({ length: 25 }, newId)
  const { organizationId, providerId } = where
  for (const [name, id] of Object.entries(labels))
    await client.query(
      `insert into label (id, organization_id, name, colour, created_at) values ($1, $2, $3, 'blue', now())`,
      [id, organizationId, name],
    )
  await client.query(
    `with made as (
       select gen_random_uuid() as customer, gen_random_uuid() as conversation, n from generate_series(1, $3::int) n
     ), customers as (
       insert into customer (id, organization_id, provider_id, identity, external_id, language, country_code, created_at)
       select customer, $1::uuid, $2::uuid, 'visitor:' || customer, customer::text, 'en', 'DE', now() from made
     ), heads as (
       insert into customer_log (customer_id, organization_id, provider_id) select customer, $1::uuid, $2::uuid from made
     )
     insert into conversation (id, organization_id, customer_id, provider_id, agent_id, status, started_at, closed_at, duration,
       last_sender_type, last_preview, last_message_at, unread, waiting_since, label_ids, priority, updated_at, created_at)
     select conversation, $1::uuid, customer, $2::uuid,
       case when n % 5 > 0 then ($4::uuid[])[1 + n % 25] end,
       case when n <= $5 then 'open' else 'closed' end,
       now() - n * interval '3 minutes',
       case when n > $5 then now() - n * interval '2 minutes' end,
       case when n > $5 then n end,
       'customer', 'Where is my parcel? It should have arrived on Monday.', now() - n * interval '2 minutes',
       case when n <= $5 then n % 3 else 0 end,
       case when n <= $5 and n % 3 > 0 then now() - n * interval '1 minute' end,
       case when n % 1000 = 7 then array[$7::uuid] when n % 5 = 0 then array[$6::uuid] else '{}' end,
       case when n % 500 = 3 then 'urgent' when n % 10 = 1 then 'high' end,
       now() - n * interval '2 minutes', now() - n * interval '3 minutes'
     from made`,
    [organizationId, providerId, conversations, agents, openConversations, labels.common, labels.rare],
  )
  await client.query('analyze')
  await client.end()
  return { labels, agent: agents[1] ?? '' }
}

/** What an agent's inbox requests, by name. */
export const deskRequests = ({ labels, agent }: DeskData): Record<string, string> => ({
  open: '/conversations?view=open&max=30',
  unassigned: '/conversations?view=unassigned&max=30',
  'open, longest waiting': '/conversations?view=open&sort=waiting&max=30',
  'open, three conditions': `/conversations?view=open&label=${labels.common}&priority=none&waiting=yes&max=30`,
  closed: '/conversations?view=closed&max=30',
  'closed, common label': `/conversations?view=closed&label=${labels.common}&max=30`,
  'closed, rare label': `/conversations?view=closed&label=${labels.rare}&max=30`,
  'closed, assignee': `/conversations?view=closed&assignee=${agent}&max=30`,
  'closed, mine (none)': '/conversations?view=closed&assignee=me&max=30',
  'closed, last 30 hours': '/conversations?view=closed&activity=30h&max=100',
  'closed, urgent': '/conversations?view=closed&priority=urgent&max=30',
  counts: '/conversations/counts',
  'counts of 10 saved views': '/views/counts',
})
