import { useCallback, useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react'

/** What stays where it is while rows come and pictures load: the end, or one row at its distance from the top. */
type Position = { at: 'end' } | { at: 'row'; key: string; offset: number }

export interface ScrollAnchor {
  scroller: RefObject<HTMLDivElement | null>
  /** Holds chunks, which hold the rows, each with `data-key`. */
  content: RefObject<HTMLDivElement | null>
  /** The newest row is on the screen. */
  atEnd: boolean
  onScroll: () => void
  toEnd: () => void
  /** Brings a row to the upper part and keeps it there. @returns its element */
  toRow: (key: string, options?: { onlyIfAbove: boolean }) => HTMLElement | undefined
}

/** Nearer to the end than this, in pixels, is at the end. */
const nearEnd = 32

/**
 * Keeps the reader's place by itself: browsers differ in whether they do (overflow-anchor), and none does it for the
 * end. @param rows anything that is another object after the rows have changed
 */
export function useScrollAnchor(rows: unknown): ScrollAnchor {
  const scroller = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const position = useRef<Position>({ at: 'end' })
  const [atEnd, setAtEnd] = useState(true)

  const keep = useCallback(() => {
    const box = scroller.current
    if (box === null) return
    const { current } = position
    if (current.at === 'end') {
      box.scrollTop = box.scrollHeight
    } else {
      const row = rowOf(content.current, current.key)
      if (row !== undefined) box.scrollTop += offsetOf(box, row) - current.offset
    }
  }, [])

  useLayoutEffect(keep, [rows, keep])

  useEffect(() => {
    const observer = new ResizeObserver(keep)
    for (const element of [scroller.current, content.current]) if (element !== null) observer.observe(element)
    return () => observer.disconnect()
  }, [keep])

  const onScroll = useCallback(() => {
    const box = scroller.current
    if (box === null) return
    const end = box.scrollHeight - box.scrollTop - box.clientHeight < nearEnd
    position.current = end ? { at: 'end' } : (firstShown(box, content.current) ?? position.current)
    setAtEnd(end)
  }, [])

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
      if (onlyIfAbove && offsetOf(box, row) >= 0) return row
      position.current = { at: 'row', key, offset: Math.round(box.clientHeight / 4) }
      keep()
      onScroll()
      return row
    },
    [keep, onScroll],
  )

  return { scroller, content, atEnd, onScroll, toEnd, toRow }
}

const offsetOf = (box: HTMLElement, row: Element) =>
  row.getBoundingClientRect().top - box.getBoundingClientRect().top

const rowOf = (content: HTMLElement | null, key: string) =>
  content?.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`) ?? undefined

/** The first row of which something is seen. */
function firstShown(box: HTMLElement, content: HTMLElement | null): Position | undefined {
  const top = box.getBoundingClientRect().top
  const row = firstUnder(firstUnder(content, top), top)
  const key = row?.getAttribute('data-key')
  return row === undefined || key == null ? undefined : { at: 'row', key, offset: offsetOf(box, row) }
}

/** The first child that ends under a line: children stand in order, so half of them can be left out each time. */
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
