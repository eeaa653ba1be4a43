import { IconInbox, IconSearch } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { useCommands, type Command } from '../../commands/commands.ts'
import { useTexts } from '../../i18n/i18n.tsx'
import { searchOfOtherView, type InboxLocation, type InboxSearch } from '../../navigation/inbox-location.ts'
import { inboxViews } from '../../navigation/inbox-views.ts'
import { indexAt, type RowPlace } from './row-place.ts'
import { idsOf, rowsIn } from './use-row-focus.ts'

/** Shortcuts of the list: j/k move, Enter opens, x selects, `/` searches. The palette switches views. */
export function useInboxCommands(
  inbox: InboxLocation,
  scroller: RefObject<HTMLElement | null>,
  {
    conversationId,
    select,
    place,
  }: {
    conversationId: string | null
    select: (id: string, range: boolean) => void
    place: RefObject<RowPlace | null>
  },
): void {
  const texts = useTexts().inbox
  const navigate = useNavigate()
  const { organizationId } = inbox
  const search = JSON.stringify(searchOfOtherView(inbox))
  const list = JSON.stringify(inbox)

  useCommands(
    useMemo(() => {
      const group = texts.keys.group
      const walk = (step: 1 | -1) => () => focusRow(scroller.current, step, place.current)
      return [
        { id: 'inbox.next', title: texts.keys.next, group, shortcut: 'j', keyboardOnly: true, run: walk(1) },
        {
          id: 'inbox.previous',
          title: texts.keys.previous,
          group,
          shortcut: 'k',
          keyboardOnly: true,
          run: walk(-1),
        },
        {
          id: 'inbox.open',
          title: texts.keys.open,
          group,
          shortcut: 'Enter',
          keyboardOnly: true,
          run: clickFocused,
        },
        {
          id: 'inbox.select',
          title: texts.bulk.selectFocused,
          group,
          shortcut: 'x',
          keyboardOnly: true,
          run: () => {
            const id = focusedRow(scroller.current) ?? conversationId
            if (id !== null) select(id, false)
          },
        },
        {
          id: 'inbox.search',
          title: texts.keys.search,
          group,
          shortcut: '/',
          icon: IconSearch,
          run: () => document.querySelector<HTMLInputElement>('#inbox-search')?.focus(),
        },
        ...inboxViews.map((to): Command => ({
          id: `inbox.view.${to}`,
          title: texts.keys.go(texts.views[to]),
          group,
          icon: IconInbox,
          run: () =>
            void navigate({
              to: '/o/$organizationId/inbox/$view',
              params: { organizationId, view: to },
              search: JSON.parse(search) as InboxSearch,
            }),
        })),
      ] satisfies Command[]
    }, [texts, navigate, organizationId, search, scroller, conversationId, select, place]),
  )

  // Another list starts at the top.
  useLayoutEffect(() => {
    scroller.current?.scrollTo({ top: 0 })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [scroller, list])
}

/** Restores the focus to a conversation's row after it is closed, or to the row that took its place. */
export function useFocusAfter(
  conversationId: string | null,
  scroller: RefObject<HTMLElement | null>,
  place: RefObject<RowPlace | null>,
): void {
  const before = useRef(conversationId)
  useEffect(() => {
    const left = before.current
    before.current = conversationId
    if (left === null || conversationId !== null || document.activeElement !== document.body) return
    const rows = rowsIn(scroller.current)
    const after = place.current === null ? undefined : rows[indexAt(place.current, idsOf(rows))]
    const row = rows.find(({ dataset }) => dataset['row'] === left) ?? after
    row?.focus()
  }, [conversationId, scroller, place])
}

/** Moves the focus from the focused row, else from the place of the last focused or open one, else to the first. */
function focusRow(scroller: HTMLElement | null, step: 1 | -1, place: RowPlace | null): void {
  const rows = rowsIn(scroller)
  const id = focusedRow(scroller)
  const from = id === null ? place : ({ at: 'row', id } as const)
  const next = from === null ? 0 : indexAt(from, idsOf(rows), step)
  rows[Math.max(0, next)]?.focus()
}

/** Whether the row or its checkbox has the focus. */
const hasFocus = (row: HTMLElement): boolean => row.parentElement?.contains(document.activeElement) === true

/** The id of the focused row. */
const focusedRow = (scroller: HTMLElement | null): string | null =>
  rowsIn(scroller).find(hasFocus)?.dataset['row'] ?? null

/** The registered Enter shortcut replaces the default click. */
function clickFocused(): void {
  if (document.activeElement instanceof HTMLElement) document.activeElement.click()
}
