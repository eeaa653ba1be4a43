import { VisuallyHidden } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import type { InboxView } from '@parley/protocol/conversation'
import { useMembership } from '../context/membership.tsx'
import { useTitle } from '../ui/title.ts'
import { useWords } from '../i18n/i18n.tsx'
import { ConversationPage } from '../features/conversation/conversation-page.tsx'
import { CustomerPane } from '../features/customers/customer-pane.tsx'
import { InboxColumn } from '../features/inbox/inbox-column.tsx'
import classes from './inbox-page.module.css'
import { NothingOpen } from '../features/inbox/nothing-open.tsx'

/** List, conversation, details: side by side where there is room, one at a time on a phone. */
export function InboxPage() {
  const words = useWords().inbox
  const { organization } = useMembership()
  const { view, conversationId } = useParams({ strict: false })
  const { q = '' } = useSearch({ strict: false })
  const place = { organizationId: organization.id, view: view as InboxView, q }
  useTitle(words.title)

  return (
    <div className={classes.page} data-open={conversationId !== undefined || undefined}>
      {/* Here and not in the list: a phone hides the list while a conversation is open. */}
      <VisuallyHidden component="h1">{words.title}</VisuallyHidden>
      <div className={classes.list}>
        <InboxColumn place={place} conversationId={conversationId ?? null} />
      </div>
      <div className={classes.conversation}>
        {conversationId === undefined ? (
          <NothingOpen />
        ) : (
          <ConversationPage
            key={conversationId}
            conversationId={conversationId}
            place={place}
            renderDetails={(customerId) => (
              <CustomerPane
                organizationId={organization.id}
                customerId={customerId}
                current={conversationId}
                view={place.view}
              />
            )}
          />
        )}
      </div>
    </div>
  )
}
