import { IconUserOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Customer } from '@parley/protocol/customer'
import { Face } from '../../ui/face.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useWords } from '../../i18n/i18n.tsx'
import { calledName, customerName } from '../../people/customer-labels.ts'
import classes from './customer-pane.module.css'

interface CustomerHeadProps {
  organizationId: string
  customer: Customer
  /** The name leads to the customer's own page. */
  linked: boolean
}

export function CustomerHead({ organizationId, customer, linked }: CustomerHeadProps) {
  const words = useWords().inbox.customers
  const name = customerName(customer)
  const called = calledName(words, { id: customer.id, name })
  return (
    <div className={classes.head}>
      <Face id={customer.id} name={name} avatarUrl={customer.avatar_url} size={64} online={customer.online} />
      <h2 className={classes.name}>
        {linked ? (
          <Link
            to="/o/$organizationId/customers/$customerId"
            params={{ organizationId, customerId: customer.id }}
            title={words.pane.openPage}
          >
            <bdi>{called}</bdi>
          </Link>
        ) : (
          <bdi>{called}</bdi>
        )}
      </h2>
      <span className={classes.presence} data-online={customer.online || undefined}>
        {customer.online ? (
          words.online
        ) : customer.last_seen_at === null ? (
          words.neverSeen
        ) : (
          <>
            {words.lastSeen} <RelativeTime at={customer.last_seen_at} />
          </>
        )}
      </span>
      {customer.is_blocked && (
        <span className={classes.blocked}>
          <IconUserOff size={16} stroke={1.75} aria-hidden="true" />
          {words.block.blocked}
        </span>
      )}
    </div>
  )
}
