import type { AgentFace } from '@parley/protocol/agent'
import {
  inboxViews,
  type Conversation,
  type InboxCounts,
  type InboxView,
} from '@parley/protocol/conversation'
import type { Channel } from '@parley/protocol/channel'
import { sql, type RawBuilder } from 'kysely'
import type { Database } from '../../core/database.ts'
import { conversationTables, type ConversationTables } from './conversation-store.ts'
import type { CustomerRecord } from '@parley/protocol/customer'

/** View of the customers feature for lists to join (migration 0005). */
type CustomerFaceView = {
  customer_face: {
    id: string
    organization_id: string
    name: string | null
    avatar_url: string | null
    country_code: string
    auth_provider: CustomerRecord['auth_provider']
    is_blocked: boolean
    searched: string
  }
}

/** View of the providers feature (migration 0042). */
type ProviderChannelView = { provider_channel: { id: string; channel: Channel } }

export interface InboxDeps {
  db: Database
  facesOf: (organizationId: string, agentIds: string[]) => Promise<Map<string, AgentFace>>
  isOnline: (organizationId: string, customerId: string) => boolean
}

export interface InboxQuery {
  organizationId: string
  agentId: string
  view: InboxView
  search: string | null
  /** Only conversations with this label. */
  labelId: string | null
  max: number
  after: { created_at: string; id: string } | null
}

export type Inbox = ReturnType<typeof createInbox>

/** Inbox rows, newest change first. */
export function createInbox(deps: InboxDeps) {
  const db = deps.db.withTables<ConversationTables & CustomerFaceView & ProviderChannelView>()

  const rowsOf = (organizationId: string) =>
    db
      .selectFrom('conversation as c')
      .innerJoin('customer_face as f', 'f.id', 'c.customer_id')
      .innerJoin('provider_channel as p', 'p.id', 'c.provider_id')
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
      ])
      .where('c.organization_id', '=', organizationId)

  type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

  async function present(organizationId: string, rows: Row[]): Promise<Conversation[]> {
    const agentIds = [...new Set(rows.flatMap((row) => row.agent_id ?? []))]
    const faces =
      agentIds.length > 0 ? await deps.facesOf(organizationId, agentIds) : new Map<string, AgentFace>()
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
        online: deps.isOnline(organizationId, row.customer_id),
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
      snooze: row.snoozed_seq === null ? null : { until: row.snoozed_until },
      updated_at: row.updated_at,
    }))
  }

  return {
    async list(query: InboxQuery): Promise<Conversation[]> {
      const { after, search, view, labelId } = query
      const { order, filter } = views[view]
      let rows = rowsOf(query.organizationId)
        .where(filter(query.agentId))
        .orderBy(order, 'desc')
        .orderBy('c.id', 'desc')
        .limit(query.max)
      if (after) {
        rows = rows.where((eb) => eb(eb.refTuple(order, 'c.id'), '<', eb.tuple(after.created_at, after.id)))
      }
      if (search) rows = rows.where(searchFilter(search))
      // The first condition repeats that of the partial index conversation_labels.
      if (labelId !== null)
        rows = rows.where(sql<boolean>`(c.label_ids <> '{}' and c.label_ids @> array[${labelId}::uuid])`)
      return present(query.organizationId, await rows.execute())
    },

    async ofCustomer(query: Pick<InboxQuery, 'organizationId' | 'max' | 'after'> & { customerId: string }) {
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
        conversations: await present(query.organizationId, found),
        createdAt: found.map((row) => row.created_at),
      }
    },

    async one(organizationId: string, conversationId: string): Promise<Conversation | undefined> {
      return (
        await present(
          organizationId,
          await rowsOf(organizationId).where('c.id', '=', conversationId).execute(),
        )
      )[0]
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
      const rows = await rowsOf(organizationId)
        .where('c.customer_id', 'in', customerIds)
        .where(
          sql<boolean>`(c.id = any(${conversationIds}::uuid[]) or c.id = (select l.id from conversation l where l.customer_id = c.customer_id order by (l.status = 'open') desc, l.updated_at desc, l.id desc limit 1))`,
        )
        .execute()
      return present(organizationId, rows)
    },

    async counts(organizationId: string, agentId: string): Promise<InboxCounts> {
      const row = await conversationTables(deps.db)
        .selectFrom('conversation as c')
        .select((eb) => [
          ...inboxViews.map((view) =>
            eb.fn.countAll<number>().filterWhere(views[view].filter(agentId)).as(view),
          ),
          eb.fn
            .countAll<number>()
            .filterWhere(sql<boolean>`${views.mine.filter(agentId)} and c.unread > 0`)
            .as('mine_unread'),
        ])
        .where('c.organization_id', '=', organizationId)
        .executeTakeFirstOrThrow()
      return row
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

interface View {
  /** Its time is the cursor of a page. */
  order: 'c.updated_at' | 'c.closed_at'
  filter: (agentId: string) => RawBuilder<boolean>
}

/** Open and not snoozed. */
const awake = sql<boolean>`(c.closed_at is null and c.snoozed_seq is null)`

/** Filters repeat the conditions of the partial indexes open_inbox and closed_inbox. */
const views: Record<InboxView, View> = {
  mine: {
    order: 'c.updated_at',
    filter: (agentId) => sql<boolean>`(${awake} and c.agent_id = ${agentId}::uuid)`,
  },
  unassigned: {
    order: 'c.updated_at',
    filter: () => sql<boolean>`(${awake} and c.agent_id is null)`,
  },
  open: { order: 'c.updated_at', filter: () => awake },
  snoozed: {
    order: 'c.updated_at',
    filter: () => sql<boolean>`(c.closed_at is null and c.snoozed_seq is not null)`,
  },
  // A closed conversation no longer changes: the index has this order. Open ones are sorted.
  closed: { order: 'c.closed_at', filter: () => sql<boolean>`(c.status = 'closed')` },
}

/** The time by which a view is ordered. */
export const orderedBy = (view: InboxView, row: Conversation): string =>
  views[view].order === 'c.closed_at' ? (row.closed_at ?? row.updated_at) : row.updated_at

/** Matches any part of names and e-mail, and prefixes of words in messages. */
function searchFilter(search: string): RawBuilder<boolean> {
  const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const words = search.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  const byName = sql<boolean>`f.searched like ${part}`
  if (words.length === 0) return byName
  const prefixes = words.map((word) => `${word}:*`).join(' & ')
  return sql<boolean>`(${byName} or exists (
    select from message m where m.customer_id = c.customer_id and m.conversation_id = c.id
      and to_tsvector('simple', m.content) @@ to_tsquery('simple', ${prefixes})
  ))`
}
