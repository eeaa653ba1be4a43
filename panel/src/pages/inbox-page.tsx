import { VisuallyHidden } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { InboxView } from '@parley/protocol/conversation'
import { useMembership } from '../context/membership.tsx'
import { ConversationPage } from '../features/conversation/conversation-page.tsx'
import { useUnsavedDrafts } from '../features/conversation/drafts/use-synced-draft.ts'
import { useHeldMessages } from '../features/conversation/sending/use-sending.tsx'
import { CustomerPane } from '../features/customers/customer-pane.tsx'
import { useInCall } from '../features/desk/use-in-call.ts'
import { InboxColumn } from '../features/inbox/inbox-column.tsx'
import { NothingOpen } from '../features/inbox/nothing-open.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { readInboxSearch, type InboxLocation } from '../navigation/inbox-location.ts'
import { useTitle } from '../ui/title.ts'
import classes from './inbox-page.module.css'

/** List, conversation and details, side by side or one at a time on phones. */
export function InboxPage() {
  const texts = useTexts().inbox
  const { organization } = useMembership()
  const { view, conversationId } = useParams({ strict: false })
  const search = useSearch({ strict: false })
  const { q = '', entry = null } = search
  const location = JSON.stringify({
    organizationId: organization.id,
    view: view as InboxView,
    q,
    ...readInboxSearch(search),
  } satisfies InboxLocation)
  // The same object until another list is shown: most of the list's column is memoized.
  const inbox = useMemo(() => JSON.parse(location) as InboxLocation, [location])
  const inCall = useInCall()
  useHeldMessages()
  useUnsavedDrafts()
  useTitle(texts.title)

  return (
    <div className={classes.page} data-open={conversationId !== undefined || undefined}>
      {/* Outside the list, which phones hide. */}
      <VisuallyHidden component="h1">{texts.title}</VisuallyHidden>
      <div className={classes.list}>
        <InboxColumn inbox={inbox} conversationId={conversationId ?? null} />
      </div>
      <div className={classes.conversation}>
        {conversationId === undefined ? (
          <NothingOpen />
        ) : (
          <ConversationPage
            key={conversationId}
            conversationId={conversationId}
            inbox={inbox}
            inCall={inCall}
            entry={entry}
            renderDetails={(customerId) => (
              <CustomerPane
                organizationId={organization.id}
                customerId={customerId}
                current={conversationId}
                view={inbox.view}
              />
            )}
          />
        )}
      </div>
    </div>
  )
}
