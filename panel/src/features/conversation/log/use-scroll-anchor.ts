import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'
import { dividerOffset } from './first-rows.ts'

/** What keeps its position while rows and images load: the end, or one row at its offset. */
type Position = { at: 'end' } | { at: 'row'; key: string; edge: 'top' | 'bottom'; offset: number }

export interface ScrollAnchor {
  scroller: RefObject<HTMLDivElement | null>
  /** Contains chunks, which contain rows with `data-key`. */
  content: RefObject<HTMLDivElement | null>
  /** The newest row is visible. */
  atEnd: boolean
  onScroll: () => void
  toEnd: () => void
  /**
   * Scrolls a row to the upper part and keeps it there.
   * @returns its element
   */
  toRow: (key: string, options?: { onlyIfAbove: boolean }) => HTMLElement | undefined
}

/** Distance in pixels that counts as at the end. */
const nearEndPx = 32

/**
 * Keeps the scroll position: browsers differ in scroll anchoring, and none anchors the end.
 * @param rows changes identity whenever the rows change
 * @param isCut further rows follow below, so that the last one is not the end
 */
export function useScrollAnchor(rows: unknown, isCut: boolean): ScrollAnchor {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const position = useRef<Position>({ at: 'end' })
  /** Where `keep` has scrolled to; NaN: the reader has scrolled since. */
  const kept = useRef(NaN)
  /** The scroller's height when `keep` ran last. */
  const keptHeight = useRef(NaN)
  const cut = useRef(isCut)
  const [atEnd, setAtEnd] = useState(true)

  const keep = useCallback(() => {
    const box = scroller.current
    if (box === null) return
    const { current } = position
    if (current.at === 'end') {
      box.scrollTop = box.scrollHeight
    } else {
      const row = rowOf(content.current, current.key)
      if (row !== undefined) box.scrollTop += offsetOf(box, row, current.edge) - current.offset
    }
    kept.current = box.scrollTop
    keptHeight.current = box.clientHeight
  }, [])

  useLayoutEffect(() => {
    cut.current = isCut
  }, [isCut])
  useLayoutEffect(keep, [rows, keep])

  useEffect(() => {
    const observer = new ResizeObserver(keep)
    for (const element of [scroller.current, content.current]) if (element !== null) observer.observe(element)
    return () => observer.disconnect()
  }, [keep])

  const onScroll = useCallback(() => {
    const box = scroller.current
    // The composer has grown or shrunk, which is not the reader's scrolling: the observer follows with `keep`.
    if (box === null || box.clientHeight !== keptHeight.current) return
    // Of `keep`: rows that were laid out since may have moved, which is not where the reader wants to be.
    const isOwn = box.scrollTop === kept.current
    if (isOwn) keep()
    else kept.current = NaN
    const end = !cut.current && box.scrollHeight - box.scrollTop - box.clientHeight < nearEndPx
    if (end) position.current = { at: 'end' }
    else if (!isOwn) position.current = firstShown(box, content.current) ?? position.current
    setAtEnd(end)
  }, [keep])

  const toEnd = useCallback(() => {
    position.current = { at: 'end' }
    setAtEnd(true)
    keep()
  }, [keep])

  const toRow = useCallback(
    (key: string, { onlyIfAbove = false } = {}) => {
      const box = scroller.current
      const row = rowOf(content.current, key)
      if (box === null || row === undefined) return undefined
      if (onlyIfAbove && offsetOf(box, row, 'top') >= 0) return row
      const place = { at: 'row', key, edge: 'top' } as const
      position.current = { ...place, offset: Math.round(box.clientHeight * dividerOffset) }
      keep()
      // Near an end of the log the row is elsewhere.
      position.current = { ...place, offset: offsetOf(box, row, 'top') }
      onScroll()
      return row
    },
    [keep, onScroll],
  )

  return { scroller, content, atEnd, onScroll, toEnd, toRow }
}

const offsetOf = (box: HTMLElement, row: Element, edge: 'top' | 'bottom') =>
  row.getBoundingClientRect()[edge] - box.getBoundingClientRect().top

const rowOf = (content: HTMLElement | null, key: string) =>
  content?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? undefined

/**
 * The first visible row that older ones do not move: a day's divider stays above its first message. Its bottom, because it loses the name of
 * the sender when older rows come above it.
 */
function firstShown(box: HTMLElement, content: HTMLElement | null): Position | undefined {
  const top = box.getBoundingClientRect().top
  const chunk = firstUnder(content, top)
  let row: Element | null | undefined = firstUnder(chunk, top)
  if (row?.hasAttribute('data-moves') === true)
    row = row.nextElementSibling ?? chunk?.nextElementSibling?.firstElementChild
  const key = row?.getAttribute('data-key')
  return row == null || key == null
    ? undefined
    : { at: 'row', key, edge: 'bottom', offset: offsetOf(box, row, 'bottom') }
}

/** The first child that ends below a line: binary search, since children are in order. */
function firstUnder(parent: Element | null | undefined, line: number): Element | undefined {
  const children = parent?.children ?? []
  let low = 0
  let high = children.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((children[middle]?.getBoundingClientRect().bottom ?? 0) > line) high = middle
    else low = middle + 1
  }
  return children[low]
}
