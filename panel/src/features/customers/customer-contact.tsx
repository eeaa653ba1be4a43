import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import { contactQuery } from '../../queries/channel-queries.ts'
import { ChannelIcon } from '../../ui/channel-icon.tsx'
import classes from './customer-pane.module.css'

/** The messaging platform of a contact, as facts about the customer; `fallback` for other customers. */
export function ContactIdentity({ customerId, fallback }: { customerId: string; fallback: ReactNode }) {
  const texts = useTexts().channels
  const { organization } = useMembership()
  const { data: contact } = useQuery(contactQuery(organization.id, customerId))
  if (contact == null) return fallback
  return (
    <>
      <span className={classes.identity}>
        <ChannelIcon of={contact.channel} />
        {texts.contactOf[contact.channel]}
      </span>
      {contact.source !== null && (
        <div>
          {texts.source} <code dir="ltr">{contact.source}</code>
        </div>
      )}
      {contact.unreachable !== null && <div>{texts.unreachable[contact.unreachable]}</div>}
    </>
  )
}
