import { maxFound, type FoundConversation, type FoundText } from '@parley/protocol/search'
import { sql, type RawBuilder } from 'kysely'
import type { Transaction } from '../../core/database.ts'
import { anywhere, excerptOf, hasWords } from '../../core/word-search.ts'

/** Conversations of customers whose name, user name, e-mail or external id contains the text; latest first. */
export async function searchConversations(
  trx: Transaction,
  organizationId: string,
  search: string,
): Promise<FoundConversation[]> {
  const { rows } = await sql<
    Omit<FoundConversation, 'customer'> & { customer_id: string; name: string | null }
  >`
    select c.id, c.status, c.updated_at, c.customer_id, f.name
    from conversation c join customer_face f on f.id = c.customer_id
    where c.organization_id = ${organizationId}::uuid and f.organization_id = ${organizationId}::uuid
      and f.searched like ${anywhere(search)}
    order by c.updated_at desc, c.id desc
    limit ${maxFound}`.execute(trx)
  return rows.map(({ customer_id: id, name, ...row }) => ({ ...row, customer: { id, name } }))
}

type FoundRow = Omit<FoundText, 'customer' | 'excerpt'> & {
  customer_id: string
  name: string | null
  content: string
}

/** Messages with these words; latest first. */
export async function searchMessages(
  trx: Transaction,
  organizationId: string,
  search: string,
  limitTime: (found: FoundText[]) => Promise<void>,
): Promise<FoundText[]> {
  let found: FoundText[] = []
  for (const part of parts) {
    const isOfPart = await part(trx, search)
    await limitTime(found)
    const rows = await messagesWithWords(trx, organizationId, isOfPart)
    found = rows.map(({ customer_id: id, name, content, ...row }) => ({
      ...row,
      customer: { id, name },
      excerpt: excerptOf(content, search),
    }))
    if (found.length === maxFound) break
  }
  return found
}

/** Selects messages with these words, of a part of the history. */
type Part = (trx: Transaction, search: string) => Promise<RawBuilder<boolean>> | RawBuilder<boolean>

const content = sql.ref<string>('content')

/**
 * Searched one after the other, until enough is found: a common word is in a large part of a long history, and only the latest
 * messages with it are returned.
 */
const parts: Part[] = [
  latestWithWords,
  (_trx, search) => sql`created_at > now() - interval '4 days' and ${hasWords(content, search)}`,
  (_trx, search) => sql`created_at > now() - interval '60 days' and ${hasWords(content, search)}`,
  (_trx, search) => hasWords(content, search),
]

/**
 * The latest 500 messages or so, at most 3 hours old. `content || ''` bypasses the GIN index, which would first collect every match
 * of a common word. Assumes that new rows are in the last pages of the table; otherwise the search is only slower.
 */
async function latestWithWords(trx: Transaction, search: string): Promise<RawBuilder<boolean>> {
  const { rows } = await sql<{ since: string }>`
    select greatest(now() - interval '3 hours', percentile_disc(0.5) within group (order by created_at)) as since
    from message
    where ctid >= (
      select format('(%s,0)', greatest(0, pg_relation_size('message') / current_setting('block_size')::int - 32))::tid
    )`.execute(trx)
  return sql`created_at > ${rows[0]?.since}::timestamptz and ${hasWords(sql`content || ''`, search)}`
}

async function messagesWithWords(
  trx: Transaction,
  organizationId: string,
  part: RawBuilder<boolean>,
): Promise<FoundRow[]> {
  const { rows } = await sql<FoundRow>`
    select m.id, m.conversation_id, c.status, m.customer_id, f.name, m.seq, m.content, m.created_at
    from (
      select id, conversation_id, customer_id, seq, content, created_at from message
      where organization_id = ${organizationId}::uuid and ${part}
      order by created_at desc, id desc
      limit ${maxFound}
    ) m
    join conversation c on c.id = m.conversation_id
    join customer_face f on f.id = m.customer_id
    order by m.created_at desc, m.id desc`.execute(trx)
  return rows
}
