import { VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { LoadError } from '../../ui/load-error.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { useWords } from '../../i18n/i18n.tsx'
import { inboxFilterOf, inboxListQuery } from '../../queries/conversation-queries.ts'
import { rowsOf } from '../../queries/conversation-rows.ts'
import type { InboxPlace } from '../../navigation/inbox-location.ts'
import { PageEnd } from '../../ui/page-end.tsx'
import { useFocusAfter, useInboxCommands } from './inbox-commands.ts'
import { InboxEmpty } from './inbox-empty.tsx'
import classes from './inbox-list.module.css'
import { InboxRow } from './inbox-row.tsx'

/** The rows of one view, loaded further while scrolling, kept current by InboxLive. */
export function InboxList({ place, conversationId }: { place: InboxPlace; conversationId: string | null }) {
  const words = useWords().inbox
  const list = useInfiniteQuery({
    ...inboxListQuery(place.organizationId, place),
    // While somebody types the last result stands; another view is another list.
    placeholderData: (before, query) =>
      query !== undefined && inboxFilterOf(query.queryKey)?.view === place.view ? before : undefined,
  })
  const rows = rowsOf(list.data)
  const scroller = useRef<HTMLDivElement>(null)
  useInboxCommands(place, scroller)
  useFocusAfter(conversationId, scroller)

  return (
    <div className={classes.scroller} ref={scroller} aria-busy={list.isPlaceholderData}>
      {list.data === undefined ? (
        list.isError ? (
          <LoadError error={list.error} retry={() => void list.refetch()} />
        ) : (
          <div className={classes.skeletons}>
            <RowSkeletons count={8} />
          </div>
        )
      ) : rows.length === 0 ? (
        <InboxEmpty place={place} />
      ) : (
        <>
          <VisuallyHidden component="output">{words.shown(rows.length)}</VisuallyHidden>
          <ul className={classes.rows} aria-label={`${words.list}: ${words.views[place.view]}`}>
            {rows.map((row) => (
              <InboxRow
                key={row.id}
                row={row}
                organizationId={place.organizationId}
                view={place.view}
                q={place.q}
                current={row.id === conversationId}
              />
            ))}
          </ul>
          <PageEnd list={list} />
        </>
      )}
    </div>
  )
}
