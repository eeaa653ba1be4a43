import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { SameAccount } from '@parley/protocol/mini-app'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { sameAccountQuery } from '../../queries/mini-app-queries.ts'
import { ChannelIcon } from '../../ui/channel-icon.tsx'
import classes from './customer-pane.module.css'

/** How a member of the organization's own login signed in: through a mini app, or as `fallback` says. */
export function AppIdentity({ customerId, fallback }: { customerId: string; fallback: ReactNode }) {
  const texts = useTexts().miniApp
  const { organization } = useMembership()
  const account = useQuery(sameAccountQuery(organization.id, customerId)).data?.account
  if (account?.kind !== 'member') return fallback
  return (
    <span className={classes.identity}>
      <ChannelIcon of={account.channel} />
      {texts.member}
    </span>
  )
}

/** Links to the other customers of one account. Their histories stay separate (spec 2.8). Empty for other customers. */
export function SameAccountFacts({ customerId }: { customerId: string }) {
  const texts = useTexts().miniApp
  const { organization } = useMembership()
  const { data } = useQuery(sameAccountQuery(organization.id, customerId))
  if (data === undefined || data.data.length === 0) return null
  return (
    <>
      <dt>{texts.same}</dt>
      <dd>
        {data.data.map((other) => (
          <div key={other.customer_id}>
            <OtherCustomer organizationId={organization.id} other={other} />
          </div>
        ))}
      </dd>
    </>
  )
}

function OtherCustomer({ organizationId, other }: { organizationId: string; other: SameAccount }) {
  const texts = useTexts().miniApp
  return (
    <>
      <Link
        className={classes.other}
        to="/o/$organizationId/customers/$customerId"
        params={{ organizationId, customerId: other.customer_id }}
      >
        <bdi>{other.name ?? texts.unnamed}</bdi>
      </Link>{' '}
      ({other.kind === 'member' ? texts.asMember : texts.asContact})
    </>
  )
}
