import { sql, type Compilable, type RawBuilder } from 'kysely'
import type { Database } from '../../core/database.ts'
import { createSemaphore } from '../../core/semaphore.ts'
import { anywhere, wordPrefixes } from '../../core/word-search.ts'

/** A search may read the whole history: few at once, so that they leave database connections to everything else. */
const maxSearches = 3
const timeoutMs = 10_000

/** Runs searches of the inbox. @throws the database's error after the timeout, which becomes `unavailable` */
export function createSearchRunner(db: Database): <Row>(search: Compilable<Row>) => Promise<Row[]> {
  const slots = createSemaphore(maxSearches)
  return (search) =>
    slots(() =>
      db.transaction().execute(async (trx) => {
        await sql`set local statement_timeout = ${sql.lit(timeoutMs)}`.execute(trx)
        return (await trx.executeQuery(search.compile())).rows
      }),
    )
}

/** Matches any part of names and e-mail, and prefixes of words in messages. */
export function searchFilter(search: string): RawBuilder<boolean> {
  const byName = sql<boolean>`f.searched like ${anywhere(search)}`
  const prefixes = wordPrefixes(search)
  if (prefixes === null) return byName
  return sql<boolean>`(${byName} or exists (
    select from message m where m.customer_id = c.customer_id and m.conversation_id = c.id
      and to_tsvector('simple', m.content) @@ to_tsquery('simple', ${prefixes})
  ))`
}
