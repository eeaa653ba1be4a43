import { sql, type Compilable, type RawBuilder } from 'kysely'
import { AppError } from '../../core/app-error.ts'
import { cancelOnAbort, type Backend } from '../../core/cancel-on-abort.ts'
import type { Database } from '../../core/database.ts'
import { createKeyedSemaphore, createSemaphore } from '../../core/semaphore.ts'
import { anywhere, hasWords } from '../../core/word-search.ts'

/** A search may read the whole history: few at once, so that they leave database connections to everything else. */
const maxSearches = 3
const defaultTimeoutMs = 10_000
/** Running and waiting searches of one caller. Abandoned ones leave at once, so a person has one or two. */
const maxPerCaller = 20

export interface InboxSearch {
  text: string
  /** Agent, or organization of an API key: one search at a time, so that none makes the others wait. */
  caller: string
  /** Aborts when the client has gone, as after each pause in typing. */
  closed: AbortSignal
}

type SearchRunner = <Row>(from: Omit<InboxSearch, 'text'>, search: Compilable<Row>) => Promise<Row[]>

/**
 * Runs searches of the inbox; without a result once the client has gone.
 * @throws the database's error after the timeout, which becomes `unavailable`; AppError rate_limited
 */
export function createSearchRunner(
  db: Database,
  { timeoutMs = defaultTimeoutMs }: { timeoutMs?: number } = {},
): SearchRunner {
  const slots = createSemaphore(maxSearches)
  const turns = createKeyedSemaphore(1)
  const lines = createKeyedSemaphore(maxPerCaller)

  const run = <Row>(search: Compilable<Row>, closed: AbortSignal): Promise<Row[]> =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<Backend>`
        select set_config('statement_timeout', ${String(timeoutMs)}, true), pid, backend_start::text as since
        from pg_stat_activity where pid = pg_backend_pid()`.execute(trx)
      const cancellation = cancelOnAbort(db, rows[0], closed)
      try {
        return (await trx.executeQuery(search.compile())).rows
      } finally {
        await cancellation.end()
      }
    })

  return async ({ caller, closed }, search) => {
    const inSlot = () => slots(() => run(search, closed), closed)
    const mine = lines.tryRun(caller, () => turns.run(caller, inSlot, closed))
    if (mine === null) throw new AppError('rate_limited', { retryAfter: 1 })
    try {
      return await mine
    } catch (error) {
      if (closed.aborted) return []
      throw error
    }
  }
}

/** Matches any part of names and e-mail, and words of messages. */
export function searchFilter(search: string): RawBuilder<boolean> {
  return sql<boolean>`(f.searched like ${anywhere(search)} or exists (
    select from message m where m.customer_id = c.customer_id and m.conversation_id = c.id
      and ${hasWords(sql.ref('m.content'), search)}
  ))`
}
