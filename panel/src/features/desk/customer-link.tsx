import { Link } from '@tanstack/react-router'
import { useMembership } from '../../membership.tsx'
import { useWords } from '../../words.tsx'
import classes from './customer-link.module.css'

/** The name of the other side: to their open conversation, else to their page. */
export function CustomerLink(props: {
  customerId: string
  conversationId: string | null
  name: string
  className: string | undefined
  /** It is no name but an invitation to go there. */
  inviting?: boolean
}) {
  const texts = useWords().desk.call
  const { organization } = useMembership()
  const organizationId = organization.id
  const { conversationId } = props
  const shared = {
    className: `${props.className ?? ''} ${props.inviting === true ? classes.inviting : classes.link}`,
  }
  return conversationId === null ? (
    <Link
      {...shared}
      to="/o/$organizationId/customers/$customerId"
      params={{ organizationId, customerId: props.customerId }}
      title={texts.toCustomer}
    >
      <bdi>{props.name}</bdi>
    </Link>
  ) : (
    <Link
      {...shared}
      to="/o/$organizationId/inbox/$view/$conversationId"
      params={{ organizationId, view: 'open', conversationId }}
      title={texts.toConversation}
    >
      <bdi>{props.name}</bdi>
    </Link>
  )
}
