import { useDebouncedValue } from '@mantine/hooks'
import { IconUser } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Command } from '../commands/commands.ts'
import { useMembership } from '../context/membership.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { customerName, displayName } from '../people/customer-labels.ts'
import { foundCustomersQuery } from '../queries/customer-queries.ts'

const searchDebounceMs = 150
/** A single letter would match almost every customer. */
const minLength = 2

/** Customers that match the palette's query, as commands that open their pages. */
export function useCustomerCommands(query: string): {
  groups: [group: string, Command[]][]
  /** The results are still loading: `groups` belong to an earlier query. */
  stale: boolean
} {
  const texts = useTexts()
  const navigate = useNavigate()
  const { organization } = useMembership()
  const typed = query.trim()
  const [q] = useDebouncedValue(typed, searchDebounceMs)
  const wanted = typed.length >= minLength
  const { data, isLoading, isPlaceholderData } = useQuery({
    ...foundCustomersQuery(organization.id, q),
    enabled: wanted && q.length >= minLength,
    placeholderData: keepPreviousData,
  })
  if (!wanted) return { groups: [], stale: false }
  const found = (data ?? []).map((customer): Command => {
    const name = customerName(customer)
    const title = displayName(texts.inbox.customers, { id: customer.id, name })
    const { email } = customer
    return {
      id: `customer.${customer.id}`,
      title: email === null || email === name ? title : `${title} · ${email}`,
      group: texts.shell.customers,
      icon: IconUser,
      run: () =>
        void navigate({
          to: '/o/$organizationId/customers/$customerId',
          params: { organizationId: organization.id, customerId: customer.id },
        }),
    }
  })
  return {
    groups: found.length === 0 ? [] : [[texts.shell.customers, found]],
    stale: q !== typed || isLoading || isPlaceholderData,
  }
}
