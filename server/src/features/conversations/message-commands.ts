import type { AgentFace } from '@parley/protocol/agent'
import type { Media, MediaRecord } from '@parley/protocol/media'
import type {
  ChatCleared,
  MessageHistoryParams,
  MessageSendParams,
  MessageSent,
  TimelineMessage,
} from '@parley/protocol/message'
import type { ReceiptParams } from '@parley/protocol/receipt'
import type { MessageHistory } from '@parley/protocol/timeline'
import { AppError } from '../../core/app-error.ts'
import type { Database } from '../../core/database.ts'
import type { LogHead, LogTransaction } from '../../core/event-log.ts'
import { callsBetween } from '../../core/log-reader.ts'
import {
  customerIdOf,
  principalOf,
  refuseCustomerId,
  targetOf,
  type AgentSession,
  type WidgetPrincipal,
  type WidgetSession,
} from '../../realtime/contexts.ts'
import type { MessageRow } from './message-store.ts'
import type { Messages } from './messages.ts'
import type { Receipts } from './receipts.ts'

const defaultPage = 50

export interface MessageCommandDeps {
  db: Database
  messages: Messages
  receipts: Receipts
  createCustomer: (tx: LogTransaction, newcomer: WidgetPrincipal) => Promise<{ head: LogHead }>
  customerExists: (organizationId: string, customerId: string) => Promise<boolean>
  /** Called once the customer's row exists: the socket follows its log from the beginning. */
  joinNewCustomer: (session: WidgetSession, customerId: string) => void
  /** Cached. A socket has the face with which it connected, which may be days old. */
  faceOf: (organizationId: string, agentId: string) => Promise<AgentFace | undefined>
  withLinks: (media: MediaRecord[]) => Media[]
  /** Owner of the uploads that a message may attach. */
  widgetOwner: (principal: WidgetPrincipal) => string
  agentOwner: (agentId: string) => string
}

/** A message as a chat window shows it: with its log position and links. */
export const timelineMessage = (
  row: MessageRow,
  withLinks: MessageCommandDeps['withLinks'],
): TimelineMessage => {
  const { customer_id: _customer, edited_at, deleted_at, delivery, ...message } = row
  return {
    ...message,
    // As in the log: only changed messages have these.
    ...((edited_at !== null || deleted_at !== null) && { edited_at, deleted_at }),
    ...(delivery !== null && { delivery }),
    media: withLinks(row.media),
  }
}

export function messageCommands(deps: MessageCommandDeps) {
  const { messages, receipts } = deps

  async function history(
    customerId: string,
    reader: 'customer' | 'agents',
    params: MessageHistoryParams,
  ): Promise<MessageHistory> {
    const before = params.before ?? null
    const { rows, more } = await messages.before({
      customerId,
      reader,
      before,
      max: params.max ?? defaultPage,
    })
    const after = more ? (rows.at(-1)?.seq ?? 0) : 0
    const calls = reader === 'customer' ? await callsBetween(deps, { customerId, after, before }) : []
    return { messages: rows.map((row) => timelineMessage(row, deps.withLinks)), more, calls }
  }

  return {
    widget: {
      'message.send': async (session: WidgetSession, params: MessageSendParams): Promise<MessageSent> => {
        refuseCustomerId(params)
        const principal = principalOf(session)
        const sent = await messages.send(
          {
            type: 'customer',
            organizationId: principal.organization_id,
            customerId: customerIdOf(session),
            begin: async (tx) => (await deps.createCustomer(tx, principal)).head,
            owner: deps.widgetOwner(principal),
          },
          params,
        )
        if (customerIdOf(session) === null) deps.joinNewCustomer(session, sent.customer_id)
        return sent
      },

      'message.history': async (
        session: WidgetSession,
        params: MessageHistoryParams,
      ): Promise<MessageHistory> => {
        refuseCustomerId(params)
        principalOf(session)
        const customerId = customerIdOf(session)
        return customerId === null
          ? { messages: [], more: false, calls: [] }
          : history(customerId, 'customer', params)
      },

      'chat.clear': async (session: WidgetSession): Promise<ChatCleared> => {
        const { organization_id: organizationId } = principalOf(session)
        const customerId = customerIdOf(session)
        return { seq: customerId === null ? 0 : await messages.clear(organizationId, customerId) }
      },

      receipt: async (session: WidgetSession, params: ReceiptParams) => {
        refuseCustomerId(params)
        const { organization_id: organizationId } = principalOf(session)
        const customerId = customerIdOf(session)
        if (customerId === null) throw new AppError('not_found')
        await receipts.record({ by: 'customer' }, { organizationId, customerId }, params)
        return {}
      },
    },

    agent: {
      'message.send': async (session: AgentSession, params: MessageSendParams): Promise<MessageSent> => {
        const {
          agent: { organizationId, agentId, face },
          customerId,
        } = targetOf(session, params)
        return messages.send(
          {
            type: 'agent',
            organizationId,
            customerId,
            agent: (await deps.faceOf(organizationId, agentId)) ?? face,
            owner: deps.agentOwner(agentId),
          },
          params,
        )
      },

      'message.history': async (
        session: AgentSession,
        params: MessageHistoryParams,
      ): Promise<MessageHistory> => {
        const { agent, customerId } = targetOf(session, params)
        if (!(await deps.customerExists(agent.organizationId, customerId))) throw new AppError('not_found')
        return history(customerId, 'agents', params)
      },

      receipt: async (session: AgentSession, params: ReceiptParams) => {
        const { agent, customerId } = targetOf(session, params)
        const where = { organizationId: agent.organizationId, customerId }
        await receipts.record({ by: 'agent', agentId: agent.agentId }, where, params)
        return {}
      },
    },
  }
}
