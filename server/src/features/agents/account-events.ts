import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database, Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import type { Logger } from '../../core/logger.ts'
import { agentTables, type AccountEventSource, type AccountEventType } from './agent-tables.ts'

export interface AccountEvent {
  userId: string
  type: AccountEventType
  source: AccountEventSource
  /** The admin who created the link or the invitation. */
  agentId?: string | null
}

export type RecordAccountEvent = (db: Database | Transaction, event: AccountEvent) => Promise<void>

/** Audit trail of accounts: writes a row in the transaction of the change, and a log line. */
export function createAccountEvents({ clock, logger }: { clock: Clock; logger: Logger }): RecordAccountEvent {
  return async (db, { userId, type, source, agentId = null }) => {
    await agentTables(db)
      .insertInto('account_event')
      .values({
        id: newId(),
        user_id: userId,
        type,
        source,
        agent_id: agentId,
        created_at: timestamp(clock()),
      })
      .execute()
    logger.info({ user_id: userId, event: type, source, agent_id: agentId }, 'account')
  }
}
