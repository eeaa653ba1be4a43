import type { AgentFace } from '@parley/protocol/agent'
import type { Conversation } from '@parley/protocol/conversation'
import type { Database } from '../../core/database.ts'
import type { OnlineOf, PresenceReader } from '../../realtime/presence/presence-reader.ts'
import type { ConversationTables } from './conversation-store.ts'
import { slaOf, type DueView } from './inbox-due.ts'
import type { CustomerFaceView, ProviderChannelView } from './inbox-tables.ts'

export interface InboxRowDeps {
  db: Database
  facesOf: (organizationId: string, agentIds: string[]) => Promise<Map<string, AgentFace>>
  onlineOf: OnlineOf
}

const inboxRows = (db: Database, organizationId: string) =>
  db
    .withTables<ConversationTables & CustomerFaceView & ProviderChannelView & DueView>()
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

export type InboxRow = Awaited<ReturnType<ReturnType<typeof inboxRows>['execute']>>[number]

/** What is read for an inbox row, and its resource. */
export function createInboxRows(deps: InboxRowDeps) {
  async function present(
    organizationId: string,
    rows: InboxRow[],
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

  return { rowsOf: (organizationId: string) => inboxRows(deps.db, organizationId), present }
}
