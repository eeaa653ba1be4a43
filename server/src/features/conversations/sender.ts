import type { AgentFace } from '@parley/protocol/agent'
import type { Actor } from '@parley/protocol/event'
import type { SenderType } from '@parley/protocol/sender'
import type { LogHead, LogTransaction } from '../../core/event-log.ts'

interface SenderOf<T extends SenderType> {
  type: T
  organizationId: string
  /** Owner of this sender's uploads; null: sends no attachments. */
  owner: string | null
}

/** Who sends a message to which customer. */
export type Sender =
  | (SenderOf<'customer'> & {
      /** null before the first message. */
      customerId: string | null
      /** A program replied, such as an out-of-office reply: the customer waits for no answer. */
      automatic?: true
      /** Creates the row of a customer who writes for the first time. Returns its locked head. */
      begin: (tx: LogTransaction) => Promise<LogHead>
    })
  | (SenderOf<'agent' | 'ai_agent'> & {
      customerId: string
      agent: AgentFace
      /** An API client writes in the name of this agent. */
      byApi?: true
    })
  | (SenderOf<'system'> & { customerId: string })

/** A sender as messages and entries store it. */
export interface SenderIdentity {
  type: SenderType
  /** Scope of `client_id`: a repeat is recognized among messages of the same key. */
  key: string
  actor: Actor
  face: AgentFace | null
}

export function identityOf(sender: Sender): SenderIdentity {
  if (sender.type === 'customer') {
    const { type, automatic } = sender
    return { type, key: type, actor: { type, ...(automatic && { automatic }) }, face: null }
  }
  if (sender.type === 'system')
    return { type: 'system', key: 'system', actor: { type: 'system' }, face: null }
  const { type, agent, byApi } = sender
  const actor: Actor = { type, id: agent.id, ...(byApi && { by_api: byApi }) }
  return { type, key: agent.id, actor, face: agent }
}
