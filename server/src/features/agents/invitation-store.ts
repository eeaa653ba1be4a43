import type { InvitationOffer, Role } from '@parley/protocol/agent'
import type { Database, Transaction } from '../../core/database.ts'
import { agentTables } from './agent-tables.ts'

export interface InvitationRow {
  id: string
  role: Role
  email: string | null
  invited_by: string
  created_at: string
  expires_at: string
  /** The e-mail with the link. */
  mail_id: string | null
}

export const insertInvitation = (
  trx: Transaction,
  row: InvitationRow & { organization_id: string; token_hash: string },
) =>
  agentTables(trx)
    .insertInto('invitation')
    .values({ ...row, accepted_at: null, withdrawn_at: null })
    .execute()

const invitations = (db: Database | Transaction) =>
  agentTables(db).selectFrom('invitation').innerJoin('agent_face', 'agent_face.id', 'invitation.invited_by')

/** Neither accepted nor withdrawn, including expired ones; newest first. `invited_by` is a name. */
export function listPendingInvitations(
  db: Database,
  organizationId: string,
  page: { max: number; after: { created_at: string; id: string } | null },
): Promise<InvitationRow[]> {
  let rows = invitations(db)
    .select([
      'invitation.id',
      'invitation.role',
      'invitation.email',
      'agent_face.name as invited_by',
      'invitation.created_at',
      'invitation.expires_at',
      'invitation.mail_id',
    ])
    .where('invitation.organization_id', '=', organizationId)
    .where('invitation.accepted_at', 'is', null)
    .where('invitation.withdrawn_at', 'is', null)
    .orderBy('invitation.created_at', 'desc')
    .orderBy('invitation.id', 'desc')
    .limit(page.max)
  const { after } = page
  if (after) {
    rows = rows.where((eb) =>
      eb(eb.refTuple('invitation.created_at', 'invitation.id'), '<', eb.tuple(after.created_at, after.id)),
    )
  }
  return rows.execute()
}

export const findPendingInvitation = (
  db: Database,
  organizationId: string,
  id: string,
): Promise<{ role: Role } | undefined> =>
  agentTables(db)
    .selectFrom('invitation')
    .select('role')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()

/** Withdraws one pending invitation by id, or those of an inviter for these roles. Returns whether there were any. */
export async function withdrawInvitations(
  db: Database | Transaction,
  which: { organizationId: string; now: string } & ({ id: string } | { invitedBy: string; roles: Role[] }),
): Promise<boolean> {
  let change = agentTables(db)
    .updateTable('invitation')
    .set({ withdrawn_at: which.now })
    .where('organization_id', '=', which.organizationId)
    .where('accepted_at', 'is', null)
    .where('withdrawn_at', 'is', null)
  change =
    'id' in which
      ? change.where('id', '=', which.id)
      : change.where('invited_by', '=', which.invitedBy).where('role', 'in', which.roles)
  const { numUpdatedRows } = await change.executeTakeFirst()
  return numUpdatedRows > 0n
}

export type TokenInvitation = Omit<InvitationOffer, 'organization'> & {
  id: string
  organization_id: string
  /** The agent who invited; `invited_by` is their name. */
  inviter_id: string
  expires_at: string
  accepted_at: string | null
  withdrawn_at: string | null
}

const byToken = (db: Database | Transaction, tokenHash: string) =>
  invitations(db)
    .select([
      'invitation.id',
      'invitation.organization_id',
      'invitation.role',
      'invitation.email',
      'agent_face.name as invited_by',
      'agent_face.id as inviter_id',
      'invitation.expires_at',
      'invitation.accepted_at',
      'invitation.withdrawn_at',
    ])
    .where('invitation.token_hash', '=', tokenHash)

export const findInvitationByToken = (
  db: Database,
  tokenHash: string,
): Promise<TokenInvitation | undefined> => byToken(db, tokenHash).executeTakeFirst()

/** With concurrent uses of a link, the second waits and then finds it accepted. */
export const lockInvitationByToken = (
  trx: Transaction,
  tokenHash: string,
): Promise<TokenInvitation | undefined> => byToken(trx, tokenHash).forUpdate('invitation').executeTakeFirst()

export const markAccepted = (trx: Transaction, id: string, now: string) =>
  agentTables(trx).updateTable('invitation').set({ accepted_at: now }).where('id', '=', id).execute()
