import type { EventLog } from '../../core/event-log.ts'
import { changeCustomer } from './customer-changes.ts'

/**
 * The reader of the visitor's address has confirmed it. Returns false if it was confirmed before. It never identifies the customer: other histories of the
 * address stay apart.
 */
export async function confirmEmail(
  log: EventLog,
  customer: { organizationId: string; customerId: string },
  email: string,
): Promise<boolean> {
  let isFirstConfirmation = false
  await changeCustomer(log, customer, { type: 'customer' }, (row) => {
    isFirstConfirmation = row.email === email && row.email_verified !== true
    return isFirstConfirmation ? { unreported: { email_verified: true } } : {}
  })
  return isFirstConfirmation
}
