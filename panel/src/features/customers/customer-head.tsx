import { IconUserOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Customer } from '@parley/protocol/customer'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName, customerName } from '../../people/customer-labels.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import classes from './customer-pane.module.css'

interface CustomerHeadProps {
  organizationId: string
  customer: Customer
  /** The name links to the customer's page. */
  linked: boolean
}

export function CustomerHead({ organizationId, customer, linked }: CustomerHeadProps) {
  const texts = useTexts().inbox.customers
  const name = customerName(customer)
  const called = displayName(texts, { id: customer.id, name })
  return (
    <div className={classes.head}>
      <Avatar
        id={customer.id}
        name={name}
        avatarUrl={customer.avatar_url}
        size={64}
        online={customer.online}
      />
      <h2 className={classes.name}>
        {linked ? (
          <Link
            to="/o/$organizationId/customers/$customerId"
            params={{ organizationId, customerId: customer.id }}
            title={texts.pane.openPage}
          >
            <bdi>{called}</bdi>
          </Link>
        ) : (
          <bdi>{called}</bdi>
        )}
      </h2>
      <span className={classes.presence} data-online={customer.online || undefined}>
        {customer.online ? (
          texts.online
        ) : customer.last_seen_at === null ? (
          texts.neverSeen
        ) : (
          <>
            {texts.lastSeen} <RelativeTime at={customer.last_seen_at} />
          </>
        )}
      </span>
      {customer.is_blocked && (
        <span className={classes.blocked}>
          <IconUserOff size={16} stroke={1.75} aria-hidden="true" />
          {texts.block.blocked}
        </span>
      )}
    </div>
  )
}
