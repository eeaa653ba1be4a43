import { Link } from '@tanstack/react-router'
import type { WithCustomer } from '@parley/client/calls/agent-call-state'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { displayName } from '../../people/customer-labels.ts'
import classes from './customer-link.module.css'
import { useOpenConversation } from './use-open-conversation.ts'

/**
 * Links to the customer's open conversation, else to their page. `inviting`: the text names the destination
 * instead of the customer.
 */
export function CustomerLink(props: {
  company: Pick<WithCustomer, 'customer' | 'conversation_id'>
  className?: string | undefined
  inviting?: boolean
}) {
  const t = useTexts()
  const texts = t.desk.call
  const { organization } = useMembership()
  const organizationId = organization.id
  const { customer, conversation_id: atFirst } = props.company
  const conversationId = useOpenConversation(customer.id, atFirst)
  const inviting = props.inviting === true
  const title = conversationId === null ? texts.toCustomer : texts.toConversation
  const shared = {
    className: `${props.className ?? ''} ${inviting ? classes.inviting : classes.link}`,
    ...(inviting ? {} : { title }),
    children: <bdi>{inviting ? title : displayName(t.inbox.customers, customer)}</bdi>,
  }
  return conversationId === null ? (
    <Link
      {...shared}
      to="/o/$organizationId/customers/$customerId"
      params={{ organizationId, customerId: customer.id }}
    />
  ) : (
    <Link
      {...shared}
      to="/o/$organizationId/inbox/$view/$conversationId"
      params={{ organizationId, view: 'open', conversationId }}
    />
  )
}
