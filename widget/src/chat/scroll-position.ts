import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** A position this close to the end counts as the end. */
const endTolerancePx = 48

/**
 * Keeps the scroll position of the log. The log is a reversed column: scrollTop is 0 at the newest message and negative
 * above it, so at the end the browser keeps the position. Elsewhere the first visible message stays where it is when
 * messages are added or removed.
 *
 * Safari has no scroll anchoring, and Chromium's does not work at the very top, where older messages are inserted; it
 * is turned off in log.css.
 *
 * @param content changes when messages are added or removed
 * @param written id of the visitor's last message that is not in the log yet; a later one scrolls the log to the end
 */
export function useScrollPosition(content: unknown, written: string | undefined) {
  const scrollerRef = useRef<HTMLDivElement>(null)
  const heldRef = useRef<Held | null>(null)
  const writtenRef = useRef('')
  const [atEnd, setAtEnd] = useState(true)

  function note(): void {
    const { current } = scrollerRef
    if (!current) return
    const end = current.scrollTop > -endTolerancePx
    heldRef.current = end ? null : firstVisible(current)
    setAtEnd(end)
  }
  function toEnd(smooth: boolean): void {
    const { current } = scrollerRef
    if (!current) return
    // Animate only the last part of a long distance.
    if (smooth) current.scrollTop = Math.max(current.scrollTop, -2 * current.clientHeight)
    // Not scrollTo, which Prototype replaces on elements: it scrolls the page.
    current.scroll({ top: 0, behavior: smooth ? 'smooth' : 'instant' })
  }

  useLayoutEffect(() => {
    const { current } = scrollerRef
    const row = current && heldRef.current && findRow(current, heldRef.current.key)
    if (row && heldRef.current) current.scrollTop += bottomOf(row, current) - heldRef.current.bottom
  }, [content])
  useLayoutEffect(() => {
    // Not when a message arrives in the log. The ids are UUIDv7, which sort by time.
    if (!written || written <= writtenRef.current) return
    writtenRef.current = written
    toEnd(false)
  }, [written])

  return { scrollerRef, atEnd, note, toEnd }
}

interface Held {
  key: string
  /** Distance from the top of the log in pixels. A row's top changes when older ones come above it: it loses the sender's name. */
  bottom: number
}

export function findRow(log: HTMLElement, key: string): HTMLElement | null {
  return log.querySelector(`[data-key="${CSS.escape(key)}"]`)
}

const bottomOf = (row: HTMLElement, log: HTMLElement) =>
  row.getBoundingClientRect().bottom - log.getBoundingClientRect().top

/** Binary search: this runs on every scroll event over hundreds of messages. */
function firstVisible(log: HTMLElement): Held | null {
  const rows = log.querySelectorAll<HTMLElement>('[data-key]')
  const edge = log.getBoundingClientRect().top
  let from = 0
  for (let to = rows.length; from < to;) {
    const middle = (from + to) >> 1
    if ((rows[middle]?.getBoundingClientRect().bottom ?? 0) > edge) to = middle
    else from = middle + 1
  }
  const row = rows[from]
  return row ? { key: row.dataset.key ?? '', bottom: bottomOf(row, log) } : null
}
