import { VisuallyHidden } from '@mantine/core'
import { useParams, useSearch } from '@tanstack/react-router'
import type { InboxView } from '@parley/protocol/conversation'
import { useMembership } from '../../membership.tsx'
import { useTitle } from '../../ui/title.ts'
import { useWords } from '../../words.tsx'
import { ConversationPage } from '../conversation/conversation-page.tsx'
import { InboxColumn } from './inbox-column.tsx'
import classes from './inbox-page.module.css'
import { NothingOpen } from './nothing-open.tsx'

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
          <ConversationPage key={conversationId} conversationId={conversationId} place={place} />
        )}
      </div>
    </div>
  )
}
