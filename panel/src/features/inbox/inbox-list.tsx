import { VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { useTexts } from '../../i18n/i18n.tsx'
import { searchOf, type InboxLocation, type InboxSearch } from '../../navigation/inbox-location.ts'
import { inboxFilterOf, inboxListQuery } from '../../queries/conversation-queries.ts'
import { useDraftMarks } from '../../queries/draft-queries.ts'
import { rowsOf } from '../../queries/conversation-rows.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { PageEnd } from '../../ui/page-end.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { BulkBar } from './bulk/bulk-bar.tsx'
import { useSelection } from './bulk/use-selection.ts'
import { useFocusAfter, useInboxCommands } from './inbox-commands.ts'
import { InboxEmpty } from './inbox-empty.tsx'
import classes from './inbox-list.module.css'
import { InboxRow } from './inbox-row.tsx'
import { usePrefetch } from './use-prefetch.ts'
import { usePressedRows } from './use-pressed-rows.ts'
import { useRowFocus } from './use-row-focus.ts'

/** The rows of one view, with infinite scrolling. InboxLive keeps them current. */
export function InboxList({
  inbox,
  conversationId,
}: {
  inbox: InboxLocation
  conversationId: string | null
}) {
  const texts = useTexts().inbox
  const list = useInfiniteQuery({
    ...inboxListQuery(inbox.organizationId, inbox),
    // Keep the last result while typing; another view is another list.
    placeholderData: (before, query) =>
      query !== undefined && inboxFilterOf(query.queryKey)?.view === inbox.view ? before : undefined,
  })
  const listId = JSON.stringify(inbox)
  const { rows, isHeld, onPointerDown } = usePressedRows(rowsOf(list.data), listId)
  // The same object until the list changes: rows are memoized.
  const searchText = JSON.stringify(searchOf(inbox))
  const search = useMemo(() => JSON.parse(searchText) as InboxSearch, [searchText])
  const scroller = useRef<HTMLDivElement>(null)
  const selection = useSelection(rows, listId, list.isPlaceholderData)
  const { place, onBarFocus } = useRowFocus(
    { key: listId, ids: rows.map(({ id }) => id), selected: selection.rows[0]?.id ?? null, conversationId },
    scroller,
  )
  useInboxCommands(inbox, scroller, { conversationId, select: selection.toggle, place })
  useFocusAfter(conversationId, scroller, place)
  const drafts = useDraftMarks(inbox.organizationId)
  const prefetch = usePrefetch(inbox.organizationId)

  return (
    <>
      {selection.rows.length > 0 && (
        <BulkBar organizationId={inbox.organizationId} selection={selection} onFocus={onBarFocus} />
      )}
      <div className={classes.scroller} ref={scroller} aria-busy={list.isPlaceholderData}>
        {list.data === undefined ? (
          list.isError ? (
            <LoadError error={list.error} retry={() => void list.refetch()} />
          ) : (
            <div className={classes.skeletons}>
              <RowSkeletons count={8} />
            </div>
          )
        ) : rows.length === 0 && !list.hasNextPage ? (
          <InboxEmpty inbox={inbox} />
        ) : (
          <>
            <VisuallyHidden component="output">
              {list.hasNextPage ? texts.shownFirst(rows.length) : texts.shown(rows.length)}
            </VisuallyHidden>
            <ul
              className={classes.rows}
              onPointerDown={onPointerDown}
              data-selecting={selection.rows.length > 0 || undefined}
              aria-label={`${texts.list}: ${texts.views[inbox.view]}`}
            >
              {rows.map((row) => (
                <InboxRow
                  key={row.id}
                  row={row}
                  organizationId={inbox.organizationId}
                  view={inbox.view}
                  search={search}
                  hasDraft={drafts.has(row.id)}
                  current={row.id === conversationId}
                  prefetch={prefetch}
                  selected={selection.has(row.id)}
                  onSelect={selection.toggle}
                />
              ))}
            </ul>
            <PageEnd list={list} paused={isHeld} />
          </>
        )}
      </div>
    </>
  )
}
