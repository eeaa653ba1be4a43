import type { Channel } from '@parley/protocol/channel'
import type { ChannelConnection, ChannelProblem } from '@parley/protocol/channel-connection'
import type { MailVerification } from '@parley/protocol/mailbox'
import type { DeliveryReason } from '@parley/protocol/message-delivery'
import type { Generated } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'
import type { OutboundPart } from './adapter.ts'

type ChannelTables = {
  channel_connection: {
    provider_id: string
    organization_id: string
    channel: Channel
    account_id: string
    name: string
    username: string | null
    credentials: string | null
    mode: ChannelConnection['mode']
    webhook_url: string | null
    problem: ChannelProblem | null
    problem_at: string | null
    last_inbound_at: string | null
    cursor: number | null
    cursor_epoch: number | null
    poll_owner: string | null
    poll_until: string | null
    poll_at: Generated<string>
    paused_until: string | null
    created_at: string
    removed_at: string | null
    picture: Buffer | null
    picture_id: string | null
  }
  channel_contact: {
    provider_id: string
    contact: string
    organization_id: string
    customer_id: string | null
    profile: unknown
    source: string | null
    unreachable: 'blocked' | 'contact_gone' | null
    inbound_due_at: string | null
    inbound_version: Generated<number>
    inbound_lease: string | null
    inbound_until: string | null
    inbound_tokens: unknown
    outbound_due_at: string | null
    outbound_version: Generated<number>
    outbound_not_before: string | null
    outbound_lease: string | null
    outbound_until: string | null
  }
  channel_inbound: {
    provider_id: string
    external_id: string
    contact: string
    position: number
    group_key: string | null
    payload: unknown
    received_at: string
    ready_at: string
    attempts: Generated<number>
    done_at: string | null
    error: string | null
  }
  channel_inbound_file: {
    provider_id: string
    external_id: string
    position: number
    content: Buffer
  }
  channel_mail: {
    message_id: string
    organization_id: string
    provider_id: string
    customer_id: string
    contact: string
    mail_id: string | null
    mail_references: string[]
    subject: string
    from_name: string
    recipients: string[]
    verification: MailVerification
    automatic: boolean
    full_text: string | null
    html: string | null
    received_at: string
  }
  channel_ref: {
    provider_id: string
    contact: string
    external_id: string
    customer_id: string
    message_id: string
    part: number
    kind: OutboundPart['kind']
  }
  channel_automatic_message: { client_id: string; created_at: string; arrived_at: string | null }
  channel_outbox: {
    customer_id: string
    seq: number
    provider_id: string
    organization_id: string
    contact: string
    message_id: string
    action: 'send' | 'edit' | 'delete'
    state: Generated<'pending' | 'sent' | 'failed' | 'cancelled'>
    parts: Generated<number>
    attempts: Generated<number>
    file_attempts: Generated<number>
    doubtful: Generated<number>
    reason: DeliveryReason | null
    created_at: string
    finished_at: string | null
  }
}

export const channelTables = (db: Database | Transaction) => (db as Database).withTables<ChannelTables>()
