import type { Database, Transaction } from '../../core/database.ts'
import type { LogTables } from '../../core/event-log.ts'
import { appendPast, type ImportedCustomer } from '../../core/imported-history.ts'
import { insertCustomer, updateCustomer } from './customer-store.ts'
import { customerRecord } from './newcomers.ts'

/**
 * Creates the customer with an empty log. The identity has a form of its own, so no visitor, member or contact of a platform can ever
 * become this customer; `external_id` is our own id, because receivers of webhooks take it for the id of a member.
 */
export async function insertImportedCustomer(trx: Transaction, customer: ImportedCustomer): Promise<void> {
  const { organizationId, providerId, origin, is_blocked, ...profile } = customer
  const row = await insertCustomer(trx, {
    ...profile,
    organization_id: organizationId,
    provider_id: providerId,
    identity: `import:${origin}`,
    external_id: customer.id,
    username: null,
    auth_provider: null,
    avatar_url: null,
    email_verified: null,
    language_chosen: false,
    deactivated_at: null,
    profile_issued_at: null,
    private_agent_id: null,
  })
  if (!row) throw new Error('This contact was imported twice')
  if (is_blocked) await updateCustomer(trx, row.id, { is_blocked })
  const head = { customer_id: row.id, organization_id: organizationId, provider_id: providerId, last_seq: 0 }
  await (trx as unknown as Database)
    .withTables<LogTables>()
    .insertInto('customer_log')
    .values({ ...head, may_write: !is_blocked })
    .execute()
  await appendPast(trx, head, [
    {
      type: 'customer.created',
      audience: 'agents',
      conversation_id: null,
      actor: { type: 'system' },
      data: customerRecord({ ...row, is_blocked }),
      created_at: customer.created_at,
    },
  ])
}
