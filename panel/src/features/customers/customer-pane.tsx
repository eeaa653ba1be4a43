import { useQuery } from '@tanstack/react-query'
import { IconUserOff } from '@tabler/icons-react'
import { ApiProblem } from '../../api/api-problem.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { customerQuery } from '../../queries/customer-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { FormSkeleton } from '../../ui/skeletons.tsx'
import { BlockCustomer } from './block-customer.tsx'
import { CustomerAbout } from './customer-about.tsx'
import { CustomerAttributes } from './customer-attributes.tsx'
import { CustomerCalls } from './customer-calls.tsx'
import { CustomerConversations } from './customer-conversations.tsx'
import { CustomerHead } from './customer-head.tsx'
import classes from './customer-pane.module.css'
import { CustomerProfile } from './customer-profile.tsx'
import { CustomerTimeline } from './customer-timeline.tsx'
import { CustomerVisit } from './customer-visit.tsx'
import { DedicatedAgent } from './dedicated-agent.tsx'

interface CustomerPaneProps {
  organizationId: string
  customerId: string
  /** The open conversation; null on the customer's own page. */
  current: string | null
  /** Inbox view for links to earlier conversations. */
  view: string
}

/** Everything known about a customer, with actions. */
export function CustomerPane({ organizationId, customerId, current, view }: CustomerPaneProps) {
  const texts = useTexts().inbox.customers
  const query = useQuery(customerQuery(organizationId, customerId))
  const customer = query.data

  if (customer === undefined) {
    if (!query.isError) {
      return (
        <div className={classes.loading}>
          <FormSkeleton fields={4} />
        </div>
      )
    }
    return query.error instanceof ApiProblem && query.error.code === 'not_found' ? (
      <EmptyState icon={IconUserOff} title={texts.notFound} heading="h2" urgent />
    ) : (
      <LoadError error={query.error} retry={() => void query.refetch()} heading="h2" />
    )
  }
  const parts = { organizationId, customer }
  return (
    <div className={classes.pane} data-page={current === null || undefined}>
      <CustomerHead {...parts} linked={current !== null} />
      <CustomerProfile key={customerId} {...parts} />
      <CustomerVisit {...parts} />
      <CustomerAttributes of={customer.attributes} />
      <CustomerAbout customer={customer} />
      <DedicatedAgent {...parts} />
      {current === null ? (
        <CustomerTimeline organizationId={organizationId} customerId={customerId} view={view} />
      ) : (
        <>
          <CustomerConversations
            organizationId={organizationId}
            customerId={customerId}
            current={current}
            view={view}
          />
          <CustomerCalls organizationId={organizationId} customerId={customerId} />
        </>
      )}
      <BlockCustomer {...parts} />
    </div>
  )
}
