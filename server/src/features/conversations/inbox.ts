import type { AgentFace } from '@parley/protocol/agent'
import { inboxViews, type Conversation, type InboxCounts } from '@parley/protocol/conversation'
import {
  inboxViewFilters,
  type ConversationFilter,
  type ListFilter,
} from '@parley/protocol/conversation-filter'
import { isAscending, noTime, orderColumn, type InboxSort } from '@parley/protocol/conversation-order'
import { sql } from 'kysely'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { listOf, prepared } from '../../core/prepared-statements.ts'
import type { OnlineOf, PresenceReader } from '../../realtime/presence/presence-reader.ts'
import { closedSince, filterSql, type SqlContext } from './filter-sql.ts'
import { slaOf, type DueView } from './inbox-due.ts'
import { createSearchRunner, searchFilter, type InboxSearch } from './inbox-search.ts'
import { conversationTables, type ConversationTables } from './conversation-store.ts'
import type { CustomerFaceView, ProviderChannelView } from './inbox-tables.ts'

export interface InboxDeps {
  db: Database
  clock: Clock
  facesOf: (organizationId: string, agentIds: string[]) => Promise<Map<string, AgentFace>>
  onlineOf: OnlineOf
}

export interface InboxQuery extends ListFilter {
  organizationId: string
  /** null: an API key. */
  agentId: string | null
  sort: InboxSort
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
  const db = deps.db.withTables<ConversationTables & CustomerFaceView & ProviderChannelView & DueView>()

  const rowsOf = (organizationId: string) =>
    db
      .selectFrom('conversation as c')
      .innerJoin('customer_face as f', 'f.id', 'c.customer_id')
      .innerJoin('provider_channel as p', 'p.id', 'c.provider_id')
      .leftJoin('conversation_due as d', 'd.conversation_id', 'c.id')
      .select([
        'c.id',
        'c.organization_id',
        'c.provider_id',
        'c.customer_id',
        'c.agent_id',
        'c.status',
        'c.started_at',
        'c.closed_at',
        'c.duration',
        'c.first_response_time',
        'c.last_sender_type',
        'c.last_preview',
        'c.last_media_count',
        'c.last_message_at',
        'c.unread',
        'c.waiting_since',
        'c.label_ids',
        'c.priority',
        'c.team_id',
        'c.snoozed_seq',
        'c.snoozed_until',
        'c.updated_at',
        'c.created_at',
        'f.name',
        'f.avatar_url',
        'f.country_code',
        'f.auth_provider',
        'f.is_blocked',
        'p.channel',
        'd.due_metric',
        'd.due_at',
        'd.warn_at',
      ])
      .where('c.organization_id', '=', organizationId)

  const contextOf = (organizationId: string, agentId: string | null): SqlContext => ({
    organizationId,
    me: agentId,
    now: deps.clock(),
  })

  /** Open conversations of the organization. The limit is far above what agents can work on. */
  const openRows = (organizationId: string) =>
    sql`(select * from conversation where organization_id = ${organizationId}::uuid and closed_at is null limit ${countedOpen})`

  type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

  async function present(
    organizationId: string,
    rows: Row[],
    reader: PresenceReader,
  ): Promise<Conversation[]> {
    const agentIds = [...new Set(rows.flatMap((row) => row.agent_id ?? []))]
    const [faces, online] = await Promise.all([
      agentIds.length > 0 ? deps.facesOf(organizationId, agentIds) : new Map<string, AgentFace>(),
      deps.onlineOf(
        organizationId,
        rows.map((row) => row.customer_id),
        reader,
      ),
    ])
    return rows.map((row) => ({
      id: row.id,
      provider_id: row.provider_id,
      channel: row.channel,
      customer: {
        id: row.customer_id,
        name: row.name,
        avatar_url: row.avatar_url,
        country_code: row.country_code,
        auth_provider: row.auth_provider,
        is_blocked: row.is_blocked,
        online: online.has(row.customer_id),
      },
      agent: row.agent_id === null ? null : (faces.get(row.agent_id) ?? null),
      status: row.status,
      started_at: row.started_at,
      closed_at: row.closed_at,
      duration: row.duration,
      first_response_time: row.first_response_time,
      last_message:
        row.last_message_at === null
          ? null
          : {
              sender_type: row.last_sender_type ?? 'system',
              preview: row.last_preview ?? '',
              media_count: row.last_media_count,
              created_at: row.last_message_at,
            },
      unread: row.unread,
      waiting_since: row.waiting_since,
      label_ids: row.label_ids,
      priority: row.priority,
      team_id: row.team_id,
      snooze: row.snoozed_seq === null ? null : { until: row.snoozed_until },
      sla: slaOf(row),
      updated_at: row.updated_at,
    }))
  }

  const runSearch = createSearchRunner(deps.db)

  return {
    async list(query: InboxQuery): Promise<Conversation[]> {
      const { after, search, view, filter, sort } = query
      const context = contextOf(query.organizationId, query.agentId)
      const column = orderColumn(view, sort)
      const order =
        column === 'waiting_since' || column === 'due_at'
          ? sql<string>`coalesce(${sql.ref(column === 'due_at' ? 'd.due_at' : 'c.waiting_since')}, ${noTime}::timestamptz)`
          : sql<string>`${sql.ref(`c.${column}`)}`
      const direction = isAscending(column) ? 'asc' : 'desc'
      let rows = rowsOf(query.organizationId)
        .where(filterSql(inboxViewFilters[view], context))
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
      if (search === null) return present(query.organizationId, await rows.execute(), reader)
      const matches = await runSearch(search, rows.where(searchFilter(search.text)))
      return present(query.organizationId, matches, reader)
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

    /** Those of these conversations that are the organization's. */
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
      const { rows } = await sql<Row>`${prepared} ${query}`.execute(deps.db)
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
