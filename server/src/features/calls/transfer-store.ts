import type { CallTransferState, TransferKind } from '@parley/protocol/call'
import { sql, type Generated } from 'kysely'
import type { Database, Transaction } from '../../core/database.ts'

export interface TransferRow {
  id: string
  organization_id: string
  call_id: string
  kind: TransferKind
  state: CallTransferState
  from_agent_id: string
  to_agent_id: string
  /** A member of this team is rung; null: a colleague was chosen. */
  team_id: string | null
  /** When the rings of this attempt end. */
  team_until: string | null
  /** Nobody answered this ring: another member is to be rung. */
  pass_on: boolean
  /** RTCPeerConnections of the private talk. */
  from_peer: string | null
  to_peer: string | null
  revision: number
  created_at: string
  expires_at: string
  ended_at: string | null
}

type TransferTables = {
  call_transfer: Omit<
    TransferRow,
    'state' | 'pass_on' | 'from_peer' | 'to_peer' | 'revision' | 'ended_at'
  > & {
    pass_on: Generated<boolean>
    state: Generated<CallTransferState>
    from_peer: Generated<string | null>
    to_peer: Generated<string | null>
    revision: Generated<number>
    ended_at: Generated<string | null>
  }
}

const transferTables = (db: Database | Transaction) => (db as Database).withTables<TransferTables>()

/** SQL condition: the transfer rings, or the two agents talk. */
export const isOpen = sql`state in ('ringing', 'talking')`

export const openTransfer = async (
  db: Database | Transaction,
  callId: string,
): Promise<TransferRow | undefined> =>
  transferTables(db)
    .selectFrom('call_transfer')
    .selectAll()
    .where('call_id', '=', callId)
    .where('state', 'in', ['ringing', 'talking'])
    .executeTakeFirst()

/** The open transfer to this agent. */
export const transferTo = async (db: Database, agentId: string): Promise<TransferRow | undefined> =>
  transferTables(db)
    .selectFrom('call_transfer')
    .selectAll()
    .where('to_agent_id', '=', agentId)
    .where('state', 'in', ['ringing', 'talking'])
    .executeTakeFirst()

/** Oldest first. */
export const transfersOf = async (db: Database | Transaction, callId: string): Promise<TransferRow[]> =>
  transferTables(db)
    .selectFrom('call_transfer')
    .selectAll()
    .where('call_id', '=', callId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const insertTransfer = async (
  db: Transaction,
  row: Pick<
    TransferRow,
    | 'id'
    | 'organization_id'
    | 'call_id'
    | 'kind'
    | 'from_agent_id'
    | 'to_agent_id'
    | 'team_id'
    | 'team_until'
    | 'created_at'
    | 'expires_at'
  >,
): Promise<TransferRow> =>
  transferTables(db).insertInto('call_transfer').values(row).returningAll().executeTakeFirstOrThrow()

export const updateTransfer = async (
  db: Transaction,
  id: string,
  update: Partial<Pick<TransferRow, 'state' | 'pass_on' | 'from_peer' | 'to_peer' | 'ended_at'>>,
): Promise<TransferRow> =>
  transferTables(db)
    .updateTable('call_transfer')
    .set({ ...update, revision: sql<number>`revision + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The first agent resumes the call, or transfers it elsewhere. */
export const stopPassingOn = (db: Transaction, callId: string): Promise<unknown> =>
  transferTables(db)
    .updateTable('call_transfer')
    .set({ pass_on: false })
    .where('call_id', '=', callId)
    .where('pass_on', '=', true)
    .execute()

/** When this agent last handed over the call to a colleague; null: never. */
export async function handedOverAt(
  db: Database | Transaction,
  callId: string,
  agentId: string,
): Promise<string | null> {
  const { rows } = await sql<{ at: string | null }>`
    select max(ended_at) as at from call_transfer
    where call_id = ${callId} and from_agent_id = ${agentId} and state = 'completed'`.execute(db)
  return rows[0]?.at ?? null
}
