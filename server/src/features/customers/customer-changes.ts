import type { CustomerChanges } from '@parley/protocol/customer'
import type { Actor, Audience } from '@parley/protocol/event'
import { AppError } from '../../core/app-error.ts'
import type { EventLog, LogHead, LogTransaction, NewEntry } from '../../core/event-log.ts'
import { findCustomer, updateCustomer, type CustomerRow } from './customer-store.ts'

/** Changed fields of a row. Only `changes` are in customer.updated: the event allows no other field (spec 6, rule 4). */
export interface CustomerChange {
  changes?: CustomerChanges
  unreported?: Partial<
    Pick<CustomerRow, 'avatar_url' | 'email_verified' | 'language' | 'language_chosen' | 'profile_issued_at'>
  >
}

/**
 * Changes a row under its customer's lock and emits customer.updated with the changed fields, or nothing.
 * @param decide gets the locked row
 * @throws AppError not_found
 */
export const changeCustomer = (
  log: EventLog,
  { organizationId, customerId }: { organizationId: string; customerId: string },
  actor: Actor,
  decide: (row: CustomerRow, now: string) => CustomerChange,
): Promise<CustomerRow> =>
  log.transact(async (tx) => {
    const head = await tx.lock(organizationId, customerId)
    const row = head && (await findCustomer(tx.db, organizationId, customerId))
    if (!row) throw new AppError('not_found')
    return writeChange(tx, head, row, actor, decide(row, tx.now))
  })

/** The head must be locked. */
export async function writeChange(
  tx: LogTransaction,
  head: LogHead,
  row: CustomerRow,
  actor: Actor,
  { changes = {}, unreported = {} }: CustomerChange,
): Promise<CustomerRow> {
  const written = {
    ...(changes.email !== undefined && { email_verified: verificationOf(row, changes.email) }),
    ...unreported,
    ...changes,
  }
  if (Object.keys(written).length === 0) return row
  await updateCustomer(tx.db, row.id, written)
  const after = { ...row, ...written }
  const mayWrite = !after.is_blocked && after.deactivated_at === null
  if (mayWrite !== head.may_write) await tx.setMayWrite(head, mayWrite)
  const { is_blocked: blocked, ...forAgents } = changes
  const entry = (part: CustomerChanges, audience: Audience): NewEntry => ({
    type: 'customer.updated',
    audience,
    conversation_id: null,
    actor,
    data: { id: row.id, provider_id: row.provider_id, external_id: row.external_id, changes: part },
  })
  // The customer's window must know that it is blocked, and nothing else that agents change.
  const entries = Object.keys(forAgents).length > 0 ? [entry(forAgents, 'agents')] : []
  if (blocked !== undefined) entries.push(entry({ is_blocked: blocked }, 'both'))
  tx.append(head, entries)
  return after
}

/**
 * Of an address that did not come with a sign-in. A member's own is trusted without a mark (null), so that one which an agent has typed needs
 * the mark, because it is not confirmed.
 */
const verificationOf = ({ auth_provider: login }: CustomerRow, email: string | null): false | null =>
  email !== null && login !== null ? false : null
