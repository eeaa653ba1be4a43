import { maxFound, type FoundConversation, type FoundText } from '@parley/protocol/search'
import { sql } from 'kysely'
import type { Transaction } from '../../core/database.ts'
import { anywhere, excerptOf, wordPrefixes } from '../../core/word-search.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

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

/**
 * Ages that are searched one after the other until enough is found (ms). A common word is in a large part of a long history,
 * and only the latest messages with it are returned.
 */
const maxAges = [3 * hourMs, 4 * dayMs, 60 * dayMs, null]

/** Messages with words that begin so; latest first. */
export async function searchMessages(
  trx: Transaction,
  organizationId: string,
  search: string,
): Promise<FoundText[]> {
  const prefixes = wordPrefixes(search)
  if (prefixes === null) return []
  let rows: FoundRow[] = []
  for (const maxAge of maxAges) {
    rows = await messagesWithWords(trx, { organizationId, prefixes, maxAge })
    if (rows.length === maxFound) break
  }
  return rows.map(({ customer_id: id, name, content, ...row }) => ({
    ...row,
    customer: { id, name },
    excerpt: excerptOf(content, search),
  }))
}

async function messagesWithWords(
  trx: Transaction,
  query: { organizationId: string; prefixes: string; maxAge: number | null },
): Promise<FoundRow[]> {
  const { organizationId, prefixes, maxAge } = query
  const isRecent =
    maxAge === null ? sql`true` : sql`created_at > now() - ${maxAge}::float8 * interval '1 millisecond'`
  const { rows } = await sql<FoundRow>`
    select m.id, m.conversation_id, c.status, m.customer_id, f.name, m.seq, m.content, m.created_at
    from (
      select id, conversation_id, customer_id, seq, content, created_at from message
      where organization_id = ${organizationId}::uuid and ${isRecent}
        and to_tsvector('simple', content) @@ to_tsquery('simple', ${prefixes})
      order by created_at desc, id desc
      limit ${maxFound}
    ) m
    join conversation c on c.id = m.conversation_id
    join customer_face f on f.id = m.customer_id
    order by m.created_at desc, m.id desc`.execute(trx)
  return rows
}
