import type { Transaction } from '../../core/database.ts'
import { newId } from '../../core/ids.ts'
import { attributesOf, profileOf } from './chatwoot-contacts.ts'
import { contactKey, reportContact, type ImportRun } from './chatwoot-run.ts'
import type { Json } from './chatwoot-values.ts'
import { findImported, recordImported } from './import-store.ts'

/** The customer of a contact within a provider. Call `report` after the commit. */
export async function ensureCustomer(
  run: ImportRun,
  trx: Transaction,
  of: { id: number; contact: Json; providerId: string; fallbackTime: string },
): Promise<{ customerId: string; report: () => void }> {
  const { ports, scope } = run
  const { organizationId } = scope
  const key = contactKey(of.id, of.providerId)
  const customerId = newId()
  if (!(await recordImported(trx, scope, { kind: 'contact', key, itemId: customerId }))) {
    const known = await findImported(trx, scope, 'contact', key)
    if (known === undefined) throw new Error('A recorded contact cannot disappear')
    return { customerId: known, report: () => reportContact(run, key, 'known') }
  }
  const { values, left } = attributesOf(of.contact)
  await ports.insertCustomer(trx, {
    id: customerId,
    organizationId,
    providerId: of.providerId,
    origin: `${scope.source}#${of.id}`,
    ...profileOf(of.contact, ports.now(), of.fallbackTime),
  })
  if (Object.keys(values).length > 0) await ports.saveAttributes(trx, { organizationId, customerId, values })
  return {
    customerId,
    report() {
      reportContact(run, key, 'imported')
      // In the id, because reasons are printed: visitors choose names, which may control a terminal.
      for (const name of left) run.report.changed('contacts', `${of.id}/${name}`, 'attribute does not fit')
    },
  }
}

/** Reports what `ensureCustomer` would do. Returns the customer that the contact has already. */
export async function previewCustomer(
  run: ImportRun,
  contactId: number,
  providerId: string,
): Promise<string | undefined> {
  const key = contactKey(contactId, providerId)
  const known = await findImported(run.ports.db, run.scope, 'contact', key)
  reportContact(run, key, known === undefined ? 'imported' : 'known')
  return known
}
