import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, useState, type ReactNode } from 'react'
import type { Conversation } from '@parley/protocol/conversation'
import type { MessageMail } from '@parley/protocol/mailbox'
import { useMembership } from '../../../context/membership.tsx'
import { mailsQuery } from '../../../queries/mailbox-queries.ts'

const none: ReadonlyMap<string, MessageMail> = new Map()
const Mails = createContext(none)

/**
 * What messages of this conversation were as e-mails. One request for all of them. Customers of widgets may answer by e-mail
 * too, so every conversation asks.
 */
export function ConversationMails({
  conversation,
  enabled,
  children,
}: {
  conversation: Conversation
  /** Whether to ask the service. */
  enabled: boolean
  children: ReactNode
}) {
  const { organization } = useMembership()
  const { last_message: last } = conversation
  const newest = last?.sender_type === 'customer' ? last.created_at : null
  const { data } = useQuery({ ...mailsQuery(organization.id, conversation.id, newest), enabled })
  // A failed load leaves no data while it is repeated: what was loaded before stays.
  const [loaded, setLoaded] = useState(none)
  if (data !== undefined && data !== loaded) setLoaded(data)
  return <Mails value={data ?? loaded}>{children}</Mails>
}

export const useMail = (messageId: string): MessageMail | undefined => useContext(Mails).get(messageId)
