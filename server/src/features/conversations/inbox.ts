import {
  inboxViews,
  type Conversation,
  type InboxCounts,
  type InboxView,
} from '@parley/protocol/conversation'
import {
  inboxViewFilters,
  type ConversationFilter,
  type ListFilter,
} from '@parley/protocol/conversation-filter'
import { isAscending, listColumn, noTime, type ListSort } from '@parley/protocol/conversation-order'
import { sql } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import { listOf, prepared } from '../../core/prepared-statements.ts'
import type { PresenceReader } from '../../realtime/presence/presence-reader.ts'
import { closedSince, filterSql, type SqlContext } from './filter-sql.ts'
import { createInboxRows, type InboxRow, type InboxRowDeps } from './inbox-rows.ts'
import { createSearchRunner, searchFilter, type InboxSearch } from './inbox-search.ts'
import { conversationTables } from './conversation-store.ts'

export interface InboxDeps extends InboxRowDeps {
  clock: Clock
}

export interface InboxQuery extends Pick<ListFilter, 'filter'> {
  organizationId: string
  /** null: all conversations. */
  view: InboxView | null
  /** null: an API key. */
  agentId: string | null
  sort: ListSort
  search: InboxSearch | null
  max: number
  after: { created_at: string; id: string } | null
}

export type Inbox = ReturnType<typeof createInbox>

/** Limits the rows that counts read, so that their cost does not grow with the history. */
const countedOpen = 10_000
const countedClosed = 1_000

/** Inbox rows. */
export function createInbox(deps: InboxDeps) {
  const { rowsOf, present } = createInboxRows(deps)

  const contextOf = (organizationId: string, agentId: string | null): SqlContext => ({
    organizationId,
    me: agentId,
    now: deps.clock(),
  })

  /** Open conversations of the organization. The limit is far above what agents can work on. */
  const openRows = (organizationId: string) =>
    sql`(select * from conversation where organization_id = ${organizationId}::uuid and closed_at is null limit ${countedOpen})`

  const runSearch = createSearchRunner(deps.db)

  return {
    /** `times`: by which the conversations are ordered. */
    async list(query: InboxQuery): Promise<{ conversations: Conversation[]; times: string[] }> {
      const { after, search, view, filter, sort } = query
      const context = contextOf(query.organizationId, query.agentId)
      const column = listColumn(view, sort)
      const order =
        column === 'waiting_since' || column === 'due_at'
          ? sql<string>`coalesce(${sql.ref(column === 'due_at' ? 'd.due_at' : 'c.waiting_since')}, ${noTime}::timestamptz)`
          : sql<string>`${sql.ref(`c.${column}`)}`
      const direction = isAscending(column) ? 'asc' : 'desc'
      let rows = rowsOf(query.organizationId)
        .where(filterSql(view === null ? {} : inboxViewFilters[view], context))
        .where(filterSql(filter, context))
        .orderBy(order, direction)
        .orderBy('c.id', direction)
        .limit(query.max)
      if (after) {
        const isBehind = sql.raw(isAscending(column) ? '>' : '<')
        rows = rows.where(
          sql<boolean>`(${order}, c.id) ${isBehind} (${after.created_at}::timestamptz, ${after.id}::uuid)`,
        )
      }
      const since = view === 'closed' ? closedSince(filter, context) : null
      if (since !== null) rows = rows.where('c.closed_at', '>=', since)
      const reader = query.agentId === null ? 'program' : 'agent'
      const found = await (search === null
        ? rows.execute()
        : runSearch(search, rows.where(searchFilter(search.text))))
      return {
        conversations: await present(query.organizationId, found, reader),
        times: found.map((row) => row[column] ?? noTime),
      }
    },

    async ofCustomer(
      query: Pick<InboxQuery, 'organizationId' | 'max' | 'after'> & { customerId: string },
      reader: PresenceReader,
    ) {
      const { after } = query
      let rows = rowsOf(query.organizationId)
        .where('c.customer_id', '=', query.customerId)
        .orderBy('c.created_at', 'desc')
        .orderBy('c.id', 'desc')
        .limit(query.max)
      if (after)
        rows = rows.where((eb) =>
          eb(eb.refTuple('c.created_at', 'c.id'), '<', eb.tuple(after.created_at, after.id)),
        )
      const found = await rows.execute()
      return {
        conversations: await present(query.organizationId, found, reader),
        createdAt: found.map((row) => row.created_at),
      }
    },

    async one(
      organizationId: string,
      conversationId: string,
      reader: PresenceReader,
    ): Promise<Conversation | undefined> {
      return (
        await present(
          organizationId,
          await rowsOf(organizationId).where('c.id', '=', conversationId).execute(),
          reader,
        )
      )[0]
    },

    /** Returns which of these conversations are the organization's. */
    async byId(organizationId: string, ids: string[]) {
      if (ids.length === 0) return new Map()
      const rows = await rowsOf(organizationId).where('c.id', 'in', ids).execute()
      return new Map(
        rows.map((row) => [
          row.id,
          { status: row.status, customer: { id: row.customer_id, name: row.name } },
        ]),
      )
    },

    /**
     * Rows that changes of these customers may concern: the open conversation of each, or else the newest one, and those
     * listed, which may have been closed before the open one started.
     */
    async ofCustomers(
      organizationId: string,
      customerIds: string[],
      conversationIds: string[],
    ): Promise<Conversation[]> {
      const query = rowsOf(organizationId)
        .where(sql<boolean>`c.customer_id = any(${listOf(customerIds)})`)
        .where(
          sql<boolean>`(c.id = any(${listOf(conversationIds)}) or c.id = (select l.id from conversation l where l.customer_id = c.customer_id order by (l.status = 'open') desc, l.updated_at desc, l.id desc limit 1))`,
        )
      const { rows } = await sql<InboxRow>`${prepared} ${query}`.execute(deps.db)
      // For the inbox feed, whose followers are sockets of this process.
      return present(organizationId, rows, 'socket')
    },

    /** Counts of the views. Open conversations beyond 10,000 and closed ones beyond 1,000 are not counted. */
    async counts(organizationId: string, agentId: string): Promise<InboxCounts> {
      const context = contextOf(organizationId, agentId)
      const countOf = (filter: ConversationFilter) =>
        sql`count(*) filter (where ${filterSql(filter, context)})::int`
      const open = inboxViews.filter((view) => view !== 'closed')
      const counts = open.map((view) => sql`${countOf(inboxViewFilters[view])} as ${sql.ref(view)}`)
      const { rows } = await sql<InboxCounts>`
        select ${sql.join(counts)},
          ${countOf({ ...inboxViewFilters.mine, unread: { is: ['yes'] } })} as mine_unread,
          (select count(*)::int from (
            select from conversation where organization_id = ${organizationId}::uuid and status = 'closed'
            limit ${countedClosed}) closed) as closed
        from ${openRows(organizationId)} c`.execute(deps.db)
      return rows[0] as InboxCounts
    },

    /** How many open conversations each list has, up to `max`. One pass over the open conversations for all lists. */
    async countLists(
      organizationId: string,
      agentId: string,
      lists: readonly ListFilter[],
      max: number,
    ): Promise<number[]> {
      if (lists.length === 0) return []
      const context = contextOf(organizationId, agentId)
      const counts = lists.map(
        ({ view, filter }) =>
          sql`least(${max}, count(*) filter (where ${filterSql(inboxViewFilters[view], context)} and ${filterSql(filter, context)}))::int`,
      )
      const { rows } = await sql<{ counts: number[] }>`
        select array[${sql.join(counts)}] as counts from ${openRows(organizationId)} c`.execute(deps.db)
      return rows[0]?.counts ?? []
    },

    /** Number of conversations of each customer. */
    async conversationCounts(customerIds: string[]): Promise<Map<string, number>> {
      if (customerIds.length === 0) return new Map()
      const rows = await conversationTables(deps.db)
        .selectFrom('conversation')
        .select((eb) => ['customer_id', eb.fn.countAll<number>().as('count')])
        .where('customer_id', 'in', customerIds)
        .groupBy('customer_id')
        .execute()
      return new Map(rows.map((row) => [row.customer_id, row.count]))
    },
  }
}
