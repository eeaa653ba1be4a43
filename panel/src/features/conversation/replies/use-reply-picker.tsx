import { useQuery } from '@tanstack/react-query'
import { useId, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import type { CannedReply } from '@parley/protocol/canned-reply'
import { useMembership } from '../../../context/membership.tsx'
import { cannedRepliesQuery } from '../../../queries/canned-reply-queries.ts'
import { useIsMine } from '../../../ui/visibility-choice.tsx'
import { ReplyMenu, type ReplyMenuState } from './reply-menu.tsx'
import { matchingReplies, slashQuery } from './reply-search.ts'

const maxShown = 50

interface ReplyPicker {
  /** The list, or null. */
  menu: ReactNode
  /** Attributes of the text field. */
  field: {
    'aria-autocomplete': 'list'
    'aria-controls': string | undefined
    'aria-activedescendant': string | undefined
    onFocus: () => void
    onBlur: () => void
  }
  /** Call after each change of the text. */
  follow: () => void
  /** Call when only the caret moved. */
  moveCaret: () => void
  /** Returns true if the list handled the key. */
  onKeyDown: (event: KeyboardEvent) => boolean
  /** Returns true, once, if the text is only a `/` word and the list is not loaded or has no match: probably a shortcut. */
  holdSending: () => boolean
}

/** Completes `/` at the start of a word with canned replies. `onPick` gets the range that the reply replaces. */
export function useReplyPicker(
  field: RefObject<HTMLTextAreaElement | null>,
  text: string,
  onPick: (reply: CannedReply, range: { start: number; end: number }) => void,
): ReplyPicker {
  const { organization } = useMembership()
  const isMine = useIsMine()
  const id = useId()
  const [caret, setCaret] = useState(0)
  const [active, setActive] = useState(0)
  const [isFocused, setFocused] = useState(false)
  /** The `/` whose list was closed with Escape. */
  const [dismissed, setDismissed] = useState<number | null>(null)
  /** The text was held: the next Enter sends it. */
  const [isHeld, setHeld] = useState(false)
  const query = slashQuery(text, caret)
  const isOpen = query !== null && query.start !== dismissed
  // Not while offline, where the query is paused.
  const { data, isError, isLoading } = useQuery({ ...cannedRepliesQuery(organization.id), enabled: isOpen })
  const matches =
    isOpen && isFocused && data ? matchingReplies(data.filter(isMine), query.query).slice(0, maxShown) : []
  const position = Math.min(active, matches.length - 1)
  const chosen = matches[position]

  const pick = (reply: CannedReply) => {
    if (query === null) return
    onPick(reply, { start: query.start, end: caret })
  }
  const moveCaret = () => setCaret(field.current?.selectionStart ?? 0)

  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (!isOpen) return false
    if (event.key === 'Escape') setDismissed(query.start)
    else if (chosen === undefined) {
      // While the list loads, Enter would send the shortcut itself.
      if (!isLoading || !picks(event)) return false
    } else if (event.key === 'ArrowDown') setActive((position + 1) % matches.length)
    else if (event.key === 'ArrowUp') setActive((position + matches.length - 1) % matches.length)
    else if (picks(event)) pick(chosen)
    else return false
    event.preventDefault()
    event.stopPropagation()
    return true
  }

  const isAlone = /^\/\S*$/.test(text.trim())
  const state = menuState({ data, isError, isLoading }, matches, position, {
    query: query?.query ?? '',
    isAlone,
    isHeld,
  })
  // An open list takes all shortcuts, so it closes with the field. The note without replies has a link, which may take the focus.
  const isShown = isOpen && (isFocused || state?.name === 'none')
  return {
    menu: isShown && state !== null ? <ReplyMenu id={id} state={state} onPick={pick} /> : null,
    field: {
      'aria-autocomplete': 'list',
      'aria-controls': chosen === undefined ? undefined : id,
      'aria-activedescendant': chosen === undefined ? undefined : `${id}-${chosen.id}`,
      onFocus: () => setFocused(true),
      onBlur: () => setFocused(false),
    },
    follow() {
      setDismissed(null)
      setHeld(false)
      setActive(0)
      moveCaret()
    },
    moveCaret,
    onKeyDown,
    holdSending() {
      if (!isShown || !isAlone || isHeld) return false
      if (data !== undefined && state?.name !== 'noMatch') return false
      setHeld(true)
      return true
    },
  }
}

const picks = ({ key, shiftKey }: KeyboardEvent): boolean => !shiftKey && (key === 'Tab' || key === 'Enter')

/** Returns null if the list is closed. Within a text, a word of more than three letters without matches is plain text. */
function menuState(
  loaded: { data: readonly CannedReply[] | undefined; isError: boolean; isLoading: boolean },
  replies: readonly CannedReply[],
  active: number,
  { query, isAlone, isHeld }: { query: string; isAlone: boolean; isHeld: boolean },
): ReplyMenuState | null {
  const { data, isError, isLoading } = loaded
  if (data === undefined) {
    if (isLoading) return { name: 'loading' }
    if (isAlone && isHeld) return { name: 'heldUnloaded' }
    return isError ? { name: 'failed' } : null
  }
  if (data.length === 0) return query === '' ? { name: 'none' } : null
  if (replies.length > 0) return { name: 'matches', replies, active }
  if (isAlone) return { name: isHeld ? 'held' : 'noMatch' }
  return query.length <= 3 ? { name: 'noMatch' } : null
}
