import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** So near to the end one is at the end: the distance that a finger or a wheel leaves. */
const nearEnd = 48

/**
 * Where the reader stands in the log. The log is a reversed column, so scrollTop is 0 at the newest message and
 * negative above it: at the end the browser keeps it there by itself, whatever comes, grows or shrinks.
 * Further up the first visible message is held in its place while others are put in before or after it.
 *
 * Safari has no scroll anchoring to leave this to, and Chromium's gives up at the very top, where older messages
 * come in; it is switched off in log.css.
 *
 * @param content whatever changes when messages come or go
 * @param written changes when the reader has written: then the end is shown, wherever they were reading
 */
export function useKeptPosition(content: unknown, written: unknown) {
  const scrollerRef = useRef<HTMLDivElement>(null)
  const heldRef = useRef<Held | null>(null)
  const [atEnd, setAtEnd] = useState(true)

  function note(): void {
    const { current } = scrollerRef
    if (!current) return
    const end = current.scrollTop > -nearEnd
    heldRef.current = end ? null : firstVisible(current)
    setAtEnd(end)
  }
  function toEnd(smooth: boolean): void {
    const { current } = scrollerRef
    if (!current) return
    // A long way is not worth watching: only its end is.
    if (smooth) current.scrollTop = Math.max(current.scrollTop, -2 * current.clientHeight)
    current.scrollTo({ top: 0, behavior: smooth ? 'smooth' : 'instant' })
  }

  useLayoutEffect(() => {
    const { current } = scrollerRef
    const row = current && heldRef.current && findRow(current, heldRef.current.key)
    if (row && heldRef.current) current.scrollTop += topOf(row, current) - heldRef.current.top
  }, [content])
  useLayoutEffect(() => toEnd(false), [written])

  return { scrollerRef, atEnd, note, toEnd }
}

interface Held {
  key: string
  /** Pixels under the top of the log. */
  top: number
}

export function findRow(log: HTMLElement, key: string): HTMLElement | null {
  return log.querySelector(`[data-key="${CSS.escape(key)}"]`)
}

const topOf = (row: HTMLElement, log: HTMLElement) =>
  row.getBoundingClientRect().top - log.getBoundingClientRect().top

/** Halving instead of walking: this runs with every scroll event, over hundreds of messages. */
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
  return row ? { key: row.dataset.key ?? '', top: topOf(row, log) } : null
}
