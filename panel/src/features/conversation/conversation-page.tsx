import { Anchor } from '@mantine/core'
import { IconMessageOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, type ReactNode } from 'react'
import { ApiProblem } from '../../api/api-problem.ts'
import { useMembership } from '../../context/membership.tsx'
import { useTexts } from '../../i18n/i18n.tsx'
import type { InboxLocation } from '../../navigation/inbox-location.ts'
import { cachedConversation } from '../../queries/conversation-cache.ts'
import { conversationQuery } from '../../queries/conversation-queries.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { ConversationSkeleton } from './conversation-skeleton.tsx'
import classes from './conversation-view.module.css'
import { ConversationView } from './conversation-view.tsx'

/** A conversation by id: from the cache if possible, then loaded. */
export function ConversationPage(props: {
  conversationId: string
  inbox: InboxLocation
  /** Renders the customer pane next to the messages. */
  renderDetails: (customerId: string) => ReactNode
  /** The agent is in a call. */
  inCall: boolean
  /** Log position to show; null: the end. */
  entry: number | null
}) {
  const { conversationId, inbox, renderDetails, inCall, entry } = props
  const texts = useTexts()
  const queryClient = useQueryClient()
  const { agent_id: me } = useMembership()
  const { organizationId } = inbox
  // Requests start after the first paint.
  const painted = useDeferredValue(true, false)
  const query = useQuery({
    ...conversationQuery(organizationId, conversationId),
    // Not placeholder data: an equal answer of the service must not render everything again.
    initialData: () => cachedConversation({ queryClient, organizationId, me }, conversationId),
    initialDataUpdatedAt: 0,
    enabled: painted,
  })
  const isGone = query.error instanceof ApiProblem && query.error.code === 'not_found'

  if (query.data !== undefined && !isGone) {
    return (
      <ConversationView
        conversation={query.data}
        inbox={inbox}
        details={renderDetails(query.data.customer.id)}
        inCall={inCall}
        entry={entry}
      />
    )
  }
  if (!query.isError) return <ConversationSkeleton />
  if (isGone) {
    return (
      <div className={classes.middle}>
        <EmptyState
          icon={IconMessageOff}
          title={texts.inbox.conversation.notFound}
          heading="h2"
          urgent
          action={
            <Anchor
              size="sm"
              renderRoot={(props) => (
                <Link
                  to="/o/$organizationId/inbox/$view"
                  params={{ organizationId, view: inbox.view }}
                  {...props}
                />
              )}
            >
              {texts.inbox.conversation.toInbox}
            </Anchor>
          }
        />
      </div>
    )
  }
  return (
    <div className={classes.middle}>
      <LoadError error={query.error} retry={() => void query.refetch()} heading="h2" />
    </div>
  )
}
