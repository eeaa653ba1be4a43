import { VisuallyHidden } from '@mantine/core'
import { IconSearch, IconUsers } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { channelCapabilities } from '@parley/protocol/channel'
import type { Customer } from '@parley/protocol/customer'
import { useTexts } from '../../i18n/i18n.tsx'
import { useLocale } from '../../i18n/use-locale.ts'
import { displayName, countryName, customerName } from '../../people/customer-labels.ts'
import { MemberBadge } from '../../people/member-badge.tsx'
import { customerListQuery } from '../../queries/customer-queries.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ChannelIcon } from '../../ui/channel-icon.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PageEnd } from '../../ui/page-end.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './customers-page.module.css'

interface CustomersColumnProps {
  organizationId: string
  q: string
  customerId: string | null
}

export function CustomersColumn({ organizationId, q, customerId }: CustomersColumnProps) {
  const texts = useTexts().inbox.customers
  const navigate = useNavigate()
  const list = useInfiniteQuery({
    ...customerListQuery(organizationId, q),
    // Keep the last result while typing.
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
    <section className={classes.column} aria-label={texts.title}>
      <div className={classes.head}>
        <p aria-hidden="true">{texts.title}</p>
        <SearchField
          id="customer-search"
          label={texts.search}
          clearLabel={texts.clearSearch}
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
            title={q === '' ? texts.emptyTitle : texts.nothingFound(q)}
            text={q === '' ? texts.emptyText : texts.nothingFoundText}
          />
        ) : (
          <>
            <VisuallyHidden component="output">{texts.shown(customers.length)}</VisuallyHidden>
            <ul className={classes.rows} aria-label={texts.list}>
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
  const { inbox, channels } = useTexts()
  const texts = inbox.customers
  const locale = useLocale()
  const name = customerName(customer)
  const facts = [
    customer.email === name ? null : customer.email,
    customer.phone,
    countryName(customer.country_code, locale),
  ].filter((fact) => fact !== null)
  const identityText = channelCapabilities[customer.channel].embedded
    ? texts.identity[customer.auth_provider ?? 'visitor']
    : channels.names[customer.channel]
  return (
    <>
      <Avatar
        id={customer.id}
        name={name}
        avatarUrl={customer.avatar_url}
        size={36}
        online={customer.online}
      />
      <span className={classes.body}>
        <span className={classes.name}>
          <bdi>{displayName(texts, { id: customer.id, name })}</bdi>{' '}
          <MemberBadge of={customer.auth_provider} />
          <ChannelIcon of={customer.channel} />
          {customer.online && <VisuallyHidden>, {texts.online}</VisuallyHidden>}
        </span>
        <span className={classes.facts}>{facts.length === 0 ? identityText : facts.join(' · ')}</span>
      </span>
      {customer.is_blocked && <span className={classes.blocked}>{texts.block.blocked}</span>}
    </>
  )
}
