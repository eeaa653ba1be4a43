import type { CustomerContact, CustomerEmailParams } from '@parley/protocol/contact'
import { AppError } from '../../core/app-error.ts'
import type { EventLog } from '../../core/event-log.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import { takeFromAll } from '../../core/token-bucket.ts'
import { customerIdOf, principalOf, type WidgetSession } from '../../realtime/contexts.ts'
import { changeCustomer } from './customer-changes.ts'
import type { CustomerRow } from './customer-store.ts'

/** Changes of a customer's address: each is a log entry and an event of webhooks. */
const emailChanges = { burst: 5, perSecond: 5 / 3600 }
/** A new visitor costs nothing, and every address may lead to a mail. Offices share a network. */
const networkEmailChanges = { burst: 20, perSecond: 20 / 3600 }

export interface ContactDeps {
  log: EventLog
  rateLimits: RateLimits
  find: (organizationId: string, customerId: string) => Promise<CustomerRow | undefined>
  /** Whether the installation sends e-mail. */
  mail: boolean
}

/** The customer’s own contact data: customer.contact and customer.email of widgets. */
export function contactCommands({ log, rateLimits, find, mail }: ContactDeps) {
  const changes = rateLimits.buckets('customer-emails', emailChanges)
  const ofNetwork = rateLimits.buckets('customer-emails-network', networkEmailChanges)
  const present = (row: CustomerRow | undefined): CustomerContact => ({
    email: row === undefined || isUnknownTo(row) ? null : row.email,
    editable: row !== undefined && isEditable(row),
    mail,
  })

  return {
    'customer.contact': async (session: WidgetSession): Promise<CustomerContact> => {
      const { organization_id: organizationId } = principalOf(session)
      const customerId = customerIdOf(session)
      return present(customerId === null ? undefined : await find(organizationId, customerId))
    },
    'customer.email': async (
      session: WidgetSession,
      { email }: CustomerEmailParams,
    ): Promise<CustomerContact> => {
      const { organization_id: organizationId } = principalOf(session)
      const customerId = customerIdOf(session)
      if (customerId === null) throw new AppError('not_found')
      const waitMs = takeFromAll([changes, customerId], [ofNetwork, session.context.network])
      if (waitMs > 0) throw new AppError('rate_limited', { retryAfter: Math.ceil(waitMs / 1000) })
      const row = await changeCustomer(log, { organizationId, customerId }, { type: 'customer' }, (known) => {
        if (known.is_blocked) throw new AppError('customer_blocked')
        if (!isEditable(known)) throw new AppError('email_not_editable')
        if (isUnknownTo(known) ? email === null : known.email === email) return {}
        if (known.email === email) return { unreported: { email_verified: false } }
        return { changes: { email }, unreported: { email_verified: email === null ? null : false } }
      })
      return present(row)
    },
  }
}

/** An address that the visitor did not enter, such as one of an agent, gets no mail: the widget must not promise any, and cannot remove it. */
const isUnknownTo = ({ auth_provider: login, email_verified: verified }: CustomerRow): boolean =>
  login === null && verified === null

/** The address of a member comes from the sign-in, which would restore it. */
const isEditable = ({ auth_provider: login, is_blocked: blocked }: CustomerRow): boolean =>
  login === null && !blocked
