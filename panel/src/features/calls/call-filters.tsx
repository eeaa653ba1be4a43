import { NativeSelect } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CallEndStatus } from '@parley/protocol/call'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName, customerName } from '../../people/customer-labels.ts'
import { endStatuses, type CallSearch } from '../../queries/call-search.ts'
import { customerQuery } from '../../queries/customer-queries.ts'
import { agentsQuery } from '../../queries/organization-queries.ts'
import classes from './call-history.module.css'

/** Filters, written to the URL on every change. */
export function CallFilters(props: { search: CallSearch; onSearch: (search: CallSearch) => void }) {
  const t = useTexts()
  const texts = t.calls.history
  const { search, onSearch } = props
  const choose = (status: CallEndStatus | undefined) => onSearch({ ...search, status })
  return (
    <search className={classes.filters} aria-label={texts.filters}>
      {[undefined, ...endStatuses].map((status) => (
        <button
          key={status ?? 'all'}
          type="button"
          className={classes.chip}
          aria-pressed={search.status === status}
          onClick={() => choose(status)}
        >
          {status === undefined ? texts.all : t.calls.outcomes[status]}
        </button>
      ))}
      <AgentChoice value={search.agent_id} onChange={(agent_id) => onSearch({ ...search, agent_id })} />
      {search.customer_id === undefined ? null : (
        <CustomerChip
          customerId={search.customer_id}
          onRemove={() => onSearch({ ...search, customer_id: undefined })}
        />
      )}
    </search>
  )
}

function AgentChoice(props: { value: string | undefined; onChange: (value: string | undefined) => void }) {
  const texts = useTexts().calls.history
  const { organization } = useMembership()
  const { data: agents = [] } = useQuery(agentsQuery(organization.id))
  const { value } = props
  const known = value === undefined || agents.some(({ id }) => id === value)
  return (
    <NativeSelect
      className={classes.agent}
      size="xs"
      data-set={value !== undefined || undefined}
      aria-label={texts.agent}
      value={value ?? ''}
      onChange={(event) => {
        const picked = event.currentTarget.value
        props.onChange(picked === '' ? undefined : picked)
      }}
      data={[
        { value: '', label: texts.anyAgent },
        ...agents.map(({ id, name }) => ({ value: id, label: name })),
        ...(known ? [] : [{ value, label: texts.leftAgent }]),
      ]}
    />
  )
}

function CustomerChip({ customerId, onRemove }: { customerId: string; onRemove: () => void }) {
  const t = useTexts()
  const texts = t.calls.history
  const { organization } = useMembership()
  const { data: customer } = useQuery(customerQuery(organization.id, customerId))
  const name = customer === undefined ? null : customerName(customer)
  return (
    <button type="button" className={classes.chip} data-set title={texts.removeFilter} onClick={onRemove}>
      {texts.ofCustomer(displayName(t.inbox.customers, { id: customerId, name }))}
      <IconX size={16} stroke={1.75} aria-label={texts.removeFilter} role="img" />
    </button>
  )
}
