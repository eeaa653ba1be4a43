import { channels, type ChannelCapabilities, type Channel } from '@parley/protocol/channel'
import type { ReplyWindow } from '@parley/protocol/channel-connection'
import type { SenderType } from '@parley/protocol/sender'
import { sql } from 'kysely'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import { conversationTables } from './conversation-store.ts'
import { humanResponders, waitingSenders } from './sender-rules.ts'

export type ReplyWindows = ReturnType<typeof createReplyWindows>

/** How long customers can be written to, on channels with a messaging window (`windowHours`). */
export function createReplyWindows({
  db,
  clock,
  capabilities,
}: {
  db: Database
  clock: Clock
  capabilities: Record<Channel, ChannelCapabilities>
}) {
  const hasWindows = channels.some((channel) => capabilities[channel].windowHours !== null)

  /** null: no window. */
  async function of(organizationId: string, customerId: string): Promise<ReplyWindow | null> {
    if (!hasWindows) return null
    const channel = await channelOf(db, organizationId, customerId)
    const hours = channel === undefined ? null : capabilities[channel].windowHours
    if (hours === null) return null
    const last = await lastMessageAt(db, organizationId, customerId, waitingSenders)
    return { hours, ends_at: last === null ? null : timestamp(Date.parse(last) + hours * 3_600_000) }
  }

  return {
    of,
    /** Whether some channel has a window. */
    exist: hasWindows,
    /** Whether a message can be sent now. */
    async isOpen(organizationId: string, customerId: string): Promise<boolean> {
      const window = await of(organizationId, customerId)
      return window === null || (window.ends_at !== null && Date.parse(window.ends_at) > clock())
    },
  }
}

/** undefined: the customer has no conversation. */
async function channelOf(
  db: Database,
  organizationId: string,
  customerId: string,
): Promise<Channel | undefined> {
  const { rows } = await sql<{ channel: Channel }>`
    select p.channel from conversation c join provider_channel p on p.id = c.provider_id
    where c.customer_id = ${customerId} and c.organization_id = ${organizationId} limit 1`.execute(db)
  return rows[0]?.channel
}

async function lastMessageAt(
  db: Database,
  organizationId: string,
  customerId: string,
  senders: readonly SenderType[],
): Promise<string | null> {
  const row = await conversationTables(db)
    .selectFrom('message')
    .select('created_at')
    .where('customer_id', '=', customerId)
    .where('organization_id', '=', organizationId)
    .where('sender_type', 'in', senders)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.created_at ?? null
}

/** When an agent last wrote to the customer; null: never. */
export const lastHumanResponse = (
  db: Database,
  organizationId: string,
  customerId: string,
): Promise<string | null> => lastMessageAt(db, organizationId, customerId, humanResponders)
