import { maxFound } from '@parley/protocol/search'
import { sql } from 'kysely'
import type { Transaction } from '../../core/database.ts'
import { excerptOf, hasWords } from '../../core/word-search.ts'

export interface FoundNote {
  id: string
  conversation_id: string
  customer_id: string
  seq: number
  excerpt: string
  created_at: string
}

/** Notes with these words; latest first. Deleted ones and earlier versions are not found. */
export async function searchNotes(
  trx: Transaction,
  organizationId: string,
  search: string,
): Promise<FoundNote[]> {
  const { rows } = await sql<Omit<FoundNote, 'excerpt'> & { content: string }>`
    select id, conversation_id, customer_id, seq, content, created_at from note
    where organization_id = ${organizationId}::uuid and deleted_at is null
      and ${hasWords(sql.ref('content'), search)}
    order by created_at desc, id desc
    limit ${maxFound}`.execute(trx)
  return rows.map(({ content, ...row }) => ({ ...row, excerpt: excerptOf(content, search) }))
}
