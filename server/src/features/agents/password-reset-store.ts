import type { Database, Transaction } from '../../core/database.ts'
import { agentTables, type ResetSource } from './agent-tables.ts'

export interface ResetRow {
  id: string
  user_id: string
  source: ResetSource
  made_by: string | null
  expires_at: string
  used_at: string | null
  withdrawn_at: string | null
}

export const insertReset = (
  trx: Transaction,
  row: Omit<ResetRow, 'used_at' | 'withdrawn_at'> & { token_hash: string; created_at: string },
) =>
  agentTables(trx)
    .insertInto('password_reset')
    .values({ ...row, used_at: null, withdrawn_at: null })
    .execute()

export const findResetByToken = (trx: Transaction, tokenHash: string): Promise<ResetRow | undefined> =>
  agentTables(trx)
    .selectFrom('password_reset')
    .select(['id', 'user_id', 'source', 'made_by', 'expires_at', 'used_at', 'withdrawn_at'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

export const markUsed = (trx: Transaction, id: string, now: string) =>
  agentTables(trx).updateTable('password_reset').set({ used_at: now }).where('id', '=', id).execute()

/** Returns the agent who created a link, if still active, and the agent of the link's person in the same organization. */
export const findMaker = (
  db: Database | Transaction,
  query: { madeBy: string; userId: string },
): Promise<{ organization_id: string; agent_id: string | null } | undefined> =>
  agentTables(db)
    .selectFrom('agent as maker')
    .leftJoin('agent as target', (join) =>
      join
        .onRef('target.organization_id', '=', 'maker.organization_id')
        .on('target.user_id', '=', query.userId)
        .on('target.removed_at', 'is', null),
    )
    .select(['maker.organization_id', 'target.id as agent_id'])
    .where('maker.id', '=', query.madeBy)
    .where('maker.removed_at', 'is', null)
    .executeTakeFirst()

/** Invalidates a person's open reset links and unconfirmed e-mail changes, after a change of the password or e-mail address. */
export async function withdrawLinks(db: Database | Transaction, userId: string, now: string): Promise<void> {
  await agentTables(db)
    .updateTable('password_reset')
    .set({ withdrawn_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .execute()
  await agentTables(db)
    .deleteFrom('email_change')
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
}

export const deleteOldResets = (trx: Transaction, before: string) =>
  agentTables(trx).deleteFrom('password_reset').where('expires_at', '<', before).execute()
