import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { followPlace, indexAt, type RowPlace } from './row-place.ts'

interface ShownList {
  /** Names the list. */
  key: string
  /** Of its rows. */
  ids: readonly string[]
  /** The first selected row. */
  selected: string | null
  /** The open conversation. */
  conversationId: string | null
}

/** In which a row that leaves because of the change hands its focus on. The answer and `inbox.changed` arrive close together. */
const settlingMs = 3_000

/** A second Enter within this time was meant for the button of the bar. */
const doublePressMs = 500

interface RowFocus {
  place: RefObject<RowPlace | null>
  /** For the bar, with its popups. */
  onBarFocus: () => void
}

/**
 * Returns the place of the last focused or open row, also after it has left the list. Focuses the row at the place of the first
 * selected one when the bar that had the focus is gone.
 */
export function useRowFocus(
  { key, ids, selected, conversationId }: ShownList,
  scroller: RefObject<HTMLElement | null>,
): RowFocus {
  const place = useRef<RowPlace | null>(null)
  const before = useRef<ShownList | null>(null)
  const selection = useRef<RowPlace | null>(null)
  const isInBar = useRef(false)
  /** Focused after the bar, until the agent does something; it leaves the list later if the answer to the change came first. */
  const restored = useRef<{ row: HTMLElement; since: number } | null>(null)

  useEffect(() => {
    const onFocusIn = ({ target }: Event) => {
      if (!(target instanceof HTMLElement)) return
      if (target !== restored.current?.row) restored.current = null
      isInBar.current = false
      const id = scroller.current?.contains(target) === true ? rowOf(target)?.dataset['row'] : undefined
      if (id !== undefined) place.current = { at: 'row', id }
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const last = restored.current
      const isSecond = event.repeat || performance.now() - (last?.since ?? 0) < doublePressMs
      if (event.key === 'Enter' && event.target === last?.row && isSecond) event.preventDefault()
      else restored.current = null
    }
    const onPointerDown = () => {
      restored.current = null
      // A press on the button that has the focus leaves it there.
      setTimeout(() => {
        if (document.activeElement === document.body) isInBar.current = false
      })
    }
    const capture = { capture: true }
    // Before React calls onBarFocus.
    document.addEventListener('focusin', onFocusIn, capture)
    document.addEventListener('keydown', onKeyDown, capture)
    document.addEventListener('pointerdown', onPointerDown, capture)
    return () => {
      document.removeEventListener('focusin', onFocusIn, capture)
      document.removeEventListener('keydown', onKeyDown, capture)
      document.removeEventListener('pointerdown', onPointerDown, capture)
    }
  }, [scroller])

  useLayoutEffect(() => {
    const last = before.current
    before.current = { key, ids, selected, conversationId }
    const follow = (old: RowPlace | null) =>
      old === null || last?.key !== key ? null : followPlace(old, last.ids, ids)
    const isOpened = conversationId !== last?.conversationId || last.key !== key
    place.current =
      conversationId !== null && isOpened ? { at: 'row', id: conversationId } : follow(place.current)
    const first = firstSelected(follow(selection.current), selected, ids)
    selection.current = selected === null ? null : first
    if (document.activeElement !== document.body) return
    if (selected === null && first !== null && isInBar.current) place.current = first
    else if (!hasJustLeft(restored.current)) return
    const row = place.current === null ? null : focusAt(scroller.current, place.current)
    restored.current = row && { row, since: performance.now() }
  })

  return {
    place,
    onBarFocus() {
      isInBar.current = true
    },
  }
}

const hasJustLeft = (restored: { row: HTMLElement; since: number } | null): boolean =>
  restored?.row.isConnected === false && performance.now() - restored.since < settlingMs

const rowOf = (element: HTMLElement) => element.closest('li')?.querySelector<HTMLElement>('[data-row]')

/** Rows of a change leave one by one: the place of the first remains until the selection ends. */
function firstSelected(place: RowPlace | null, selected: string | null, ids: readonly string[]) {
  if (selected === null) return place
  const isFirst = place?.at !== 'gap' || ids.indexOf(selected) < indexAt(place, ids)
  return isFirst ? ({ at: 'row', id: selected } as const) : place
}

function focusAt(scroller: HTMLElement | null, place: RowPlace): HTMLElement | null {
  const rows = rowsIn(scroller)
  const row = rows[indexAt(place, idsOf(rows))]
  if (!row) return null
  row.focus({ preventScroll: true })
  // After a click the list stays where it is.
  if (row.matches(':focus-visible')) row.scrollIntoView({ block: 'nearest' })
  return row
}

export const rowsIn = (scroller: HTMLElement | null) => [
  ...(scroller?.querySelectorAll<HTMLElement>('[data-row]') ?? []),
]

export const idsOf = (rows: readonly HTMLElement[]): string[] => rows.map((row) => row.dataset['row'] ?? '')
