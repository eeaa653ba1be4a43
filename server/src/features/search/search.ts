import type { FoundConversation, FoundText, SearchResults } from '@parley/protocol/search'
import { sql } from 'kysely'
import { postgresCode, type Database, type Transaction } from '../../core/database.ts'
import { createKeyedSemaphore, createSemaphore } from '../../core/semaphore.ts'

/** A search that reads too much ends here, so that short common words cannot keep the database busy. */
const timeoutMs = 2_000

/**
 * The planner estimates that a prefix matches 2 % of all messages. On a long history it would start parallel workers, which
 * takes longer than the search.
 */
const serialPlans = sql`set local max_parallel_workers_per_gather = 0`

/** 0 would be no limit. */
const statementTimeout = (milliseconds: number) =>
  sql`set local statement_timeout = ${sql.lit(Math.max(1, Math.ceil(milliseconds)))}`

/** Searches of this process at once: each holds a database connection. */
const maxSearches = 3

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

/** Searches everything that agents can read, across all views (docs/decisions/agent-workspace.md). */
export function createSearch(deps: SearchDeps) {
  // One search at a time per agent: typing fast must not take all connections.
  const turns = createKeyedSemaphore(1)
  const slots = createSemaphore(maxSearches)

  /** `complete` is false if it took too long: `found` is what was found before. */
  async function bounded<T>(
    find: Find<T>,
    organizationId: string,
    search: string,
  ): Promise<{ found: T[]; complete: boolean }> {
    let before: T[] = []
    try {
      const found = await slots(() =>
        deps.db.transaction().execute(async (trx) => {
          const deadline = performance.now() + timeoutMs
          await sql`${serialPlans}; ${statementTimeout(timeoutMs)}`.execute(trx)
          return find(trx, organizationId, search, async (soFar) => {
            before = soFar
            await statementTimeout(deadline - performance.now()).execute(trx)
          })
        }),
      )
      return { found, complete: true }
    } catch (error) {
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

  return (organizationId: string, agentId: string, search: string): Promise<SearchResults> =>
    turns.run(agentId, async () => {
      const conversations = await bounded(deps.searchConversations, organizationId, search)
      const messages = await bounded(deps.searchMessages, organizationId, search)
      const notes = await bounded(deps.searchNotes, organizationId, search)
      return {
        conversations: conversations.found,
        messages: messages.found,
        notes: await withConversations(organizationId, notes.found),
        complete: conversations.complete && messages.complete && notes.complete,
      }
    })
}

const queryCanceled = '57014'
