import { IconArrowLeft, IconUser } from '@tabler/icons-react'
import { ActionIcon, VisuallyHidden } from '@mantine/core'
import { Link, useParams, useSearch } from '@tanstack/react-router'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useTitle } from '../../ui/title.ts'
import { CustomerPane } from './customer-pane.tsx'
import { CustomersColumn } from './customers-column.tsx'
import classes from './customers-page.module.css'

/** The customer list and the selected customer. */
export function CustomersPage() {
  const texts = useTexts().inbox.customers
  const { organization } = useMembership()
  const { customerId } = useParams({ strict: false })
  const { q = '' } = useSearch({ strict: false })
  const organizationId = organization.id
  useTitle(texts.title)

  return (
    <div className={classes.page} data-open={customerId !== undefined || undefined}>
      {/* Outside the list, which phones hide. */}
      <VisuallyHidden component="h1">{texts.title}</VisuallyHidden>
      <CustomersColumn organizationId={organizationId} q={q} customerId={customerId ?? null} />
      <div className={classes.customer}>
        {customerId === undefined ? (
          <div className={classes.middle}>
            <EmptyState icon={IconUser} title={texts.choose} text={texts.chooseText} />
          </div>
        ) : (
          <>
            <ActionIcon
              className={classes.back}
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={texts.toList}
              renderRoot={(props) => (
                <Link
                  to="/o/$organizationId/customers"
                  params={{ organizationId }}
                  search={q === '' ? {} : { q }}
                  {...props}
                />
              )}
            >
              <IconArrowLeft size={20} stroke={1.75} className={classes.mirrored} aria-hidden="true" />
            </ActionIcon>
            <CustomerPane
              key={customerId}
              organizationId={organizationId}
              customerId={customerId}
              current={null}
              view="open"
            />
          </>
        )}
      </div>
    </div>
  )
}
