import { VisuallyHidden } from '@mantine/core'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { Customer } from '@parley/protocol/customer'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Face } from '../../ui/face.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { useWords } from '../../i18n/i18n.tsx'
import { calledName, countryName, customerName } from '../../people/customer-labels.ts'
import { customerListQuery } from '../../queries/customer-queries.ts'
import classes from './customers-page.module.css'
import { PageEnd } from '../../ui/page-end.tsx'
import { MemberMark } from '../../people/member-mark.tsx'
import { SearchField } from '../../ui/search-field.tsx'

interface CustomersColumnProps {
  organizationId: string
  q: string
  customerId: string | null
}

export function CustomersColumn({ organizationId, q, customerId }: CustomersColumnProps) {
  const words = useWords().inbox.customers
  const navigate = useNavigate()
  const list = useInfiniteQuery({
    ...customerListQuery(organizationId, q),
    // While somebody types the last result stands.
    placeholderData: (before) => before,
  })
  const customers = list.data?.pages.flatMap(({ data }) => data)

  const search = (next: string) => {
    const to = { search: next === '' ? {} : { q: next }, replace: true }
    if (customerId === null) {
      void navigate({ to: '/o/$organizationId/customers', params: { organizationId }, ...to })
    } else {
      const params = { organizationId, customerId }
      void navigate({ to: '/o/$organizationId/customers/$customerId', params, ...to })
    }
  }

  return (
    <section className={classes.column} aria-label={words.title}>
      <div className={classes.head}>
        <p aria-hidden="true">{words.title}</p>
        <SearchField
          id="customer-search"
          label={words.search}
          clearLabel={words.clearSearch}
          value={q}
          onSearch={search}
        />
      </div>
      <div className={classes.scroller} aria-busy={list.isPlaceholderData}>
        {customers === undefined ? (
          list.isError ? (
            <LoadError error={list.error} retry={() => void list.refetch()} />
          ) : (
            <div className={classes.skeletons}>
              <RowSkeletons count={8} />
            </div>
          )
        ) : customers.length === 0 ? (
          <EmptyState
            icon={q === '' ? IconUsers : IconSearch}
            title={q === '' ? words.emptyTitle : words.nothingFound(q)}
            text={q === '' ? words.emptyText : words.nothingFoundText}
          />
        ) : (
          <>
            <VisuallyHidden component="output">{words.shown(customers.length)}</VisuallyHidden>
            <ul className={classes.rows} aria-label={words.list}>
              {customers.map((customer) => (
                <li key={customer.id}>
                  <Link
                    to="/o/$organizationId/customers/$customerId"
                    params={{ organizationId, customerId: customer.id }}
                    search={q === '' ? {} : { q }}
                    className={classes.row}
                    aria-current={customer.id === customerId ? 'true' : undefined}
                  >
                    <CustomerLine customer={customer} />
                  </Link>
                </li>
              ))}
            </ul>
            <PageEnd list={list} />
          </>
        )}
      </div>
    </section>
  )
}

function CustomerLine({ customer }: { customer: Customer }) {
  const words = useWords().inbox.customers
  const locale = useLocale()
  const name = customerName(customer)
  const facts = [
    customer.email === name ? null : customer.email,
    customer.phone,
    countryName(customer.country_code, locale),
  ].filter((fact) => fact !== null)
  return (
    <>
      <Face id={customer.id} name={name} avatarUrl={customer.avatar_url} size={36} online={customer.online} />
      <span className={classes.words}>
        <span className={classes.name}>
          <bdi>{calledName(words, { id: customer.id, name })}</bdi> <MemberMark of={customer.auth_provider} />
          {customer.online && <VisuallyHidden>, {words.online}</VisuallyHidden>}
        </span>
        <span className={classes.facts}>
          {facts.length === 0 ? words.identity[customer.auth_provider ?? 'visitor'] : facts.join(' · ')}
        </span>
      </span>
      {customer.is_blocked && <span className={classes.blocked}>{words.block.blocked}</span>}
    </>
  )
}
