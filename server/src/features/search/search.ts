import type { FoundConversation, FoundText, SearchResults } from '@parley/protocol/search'
import { sql } from 'kysely'
import { AppError } from '../../core/app-error.ts'
import { cancelOnAbort, type Backend } from '../../core/cancel-on-abort.ts'
import { postgresCode, type Database, type Transaction } from '../../core/database.ts'
import { createKeyedSemaphore, createSemaphore } from '../../core/semaphore.ts'

/** A search that reads too much ends here, so that short common words cannot keep the database busy. */
const timeoutMs = 2_000

/**
 * The planner estimates that a prefix matches 2 % of all messages. On a long history it would start parallel workers, which
 * takes longer than the search.
 */
const serialPlans = sql`set_config('max_parallel_workers_per_gather', '0', true)`

/** 0 would be no limit. */
const statementTimeout = (milliseconds: number) =>
  sql`set_config('statement_timeout', ${String(Math.max(1, Math.ceil(milliseconds)))}, true)`

/** Searches of this process at once: each holds a database connection. */
const maxSearches = 3
/** Running and waiting searches of one agent. Abandoned ones leave at once, so a person has one or two. */
const maxPerAgent = 20

/**
 * @param limitTime called before each statement after the first: limits it to what is left of the search's time. `found` is returned if
 * the time runs out.
 */
type Find<T> = (
  trx: Transaction,
  organizationId: string,
  search: string,
  limitTime: (found: T[]) => Promise<void>,
) => Promise<T[]>
type FoundNote = Omit<FoundText, 'status' | 'customer'> & { customer_id: string }

export interface SearchDeps {
  db: Database
  searchConversations: Find<FoundConversation>
  searchMessages: Find<FoundText>
  searchNotes: Find<FoundNote>
  /** Conversation rows by id, of one organization. */
  conversationsById: (
    organizationId: string,
    ids: string[],
  ) => Promise<Map<string, { status: 'open' | 'closed'; customer: { id: string; name: string | null } }>>
}

export type Search = ReturnType<typeof createSearch>

interface Searching {
  organizationId: string
  agentId: string
  text: string
  /** Aborts when the client has gone, as after each pause in typing. */
  closed: AbortSignal
}

/**
 * Searches everything that agents can read, across all views (docs/decisions/agent-workspace.md). Without a result once the client has
 * gone.
 * @throws AppError rate_limited
 */
export function createSearch(deps: SearchDeps) {
  // One search at a time per agent: typing fast must not take all connections.
  const turns = createKeyedSemaphore(1)
  const lines = createKeyedSemaphore(maxPerAgent)
  const slots = createSemaphore(maxSearches)

  /** `complete` is false if it took too long: `found` is what was found before. */
  async function bounded<T>(
    find: Find<T>,
    { organizationId, text, closed }: Searching,
  ): Promise<{ found: T[]; complete: boolean }> {
    let before: T[] = []
    const inTime = (trx: Transaction) => {
      const deadline = performance.now() + timeoutMs
      return find(trx, organizationId, text, async (soFar) => {
        before = soFar
        await sql`select ${statementTimeout(deadline - performance.now())}`.execute(trx)
      })
    }
    const run = () =>
      deps.db.transaction().execute(async (trx) => {
        const { rows } = await sql<Backend>`
          select ${serialPlans}, ${statementTimeout(timeoutMs)}, pid, backend_start::text as since
          from pg_stat_activity where pid = pg_backend_pid()`.execute(trx)
        const cancellation = cancelOnAbort(deps.db, rows[0], closed)
        try {
          return await inTime(trx)
        } finally {
          await cancellation.end()
        }
      })
    try {
      return { found: await slots(run, closed), complete: true }
    } catch (error) {
      closed.throwIfAborted()
      if (postgresCode(error) === queryCanceled) return { found: before, complete: false }
      throw error
    }
  }

  async function withConversations(organizationId: string, notes: FoundNote[]): Promise<FoundText[]> {
    const ids = notes.map((note) => note.conversation_id)
    const conversations = await deps.conversationsById(organizationId, ids)
    return notes.flatMap(({ customer_id: _customer, ...note }) => {
      const conversation = conversations.get(note.conversation_id)
      return conversation === undefined ? [] : [{ ...note, ...conversation }]
    })
  }

  async function everywhere(searching: Searching): Promise<SearchResults> {
    const conversations = await bounded(deps.searchConversations, searching)
    const messages = await bounded(deps.searchMessages, searching)
    const notes = await bounded(deps.searchNotes, searching)
    return {
      conversations: conversations.found,
      messages: messages.found,
      notes: await withConversations(searching.organizationId, notes.found),
      complete: conversations.complete && messages.complete && notes.complete,
    }
  }

  return async (searching: Searching): Promise<SearchResults> => {
    const { agentId, closed } = searching
    const mine = lines.tryRun(agentId, () => turns.run(agentId, () => everywhere(searching), closed))
    if (mine === null) throw new AppError('rate_limited', { retryAfter: 1 })
    try {
      return await mine
    } catch (error) {
      if (closed.aborted) return nothing
      throw error
    }
  }
}

const nothing: SearchResults = { conversations: [], messages: [], notes: [], complete: false }

const queryCanceled = '57014'
