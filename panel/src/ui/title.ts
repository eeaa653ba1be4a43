import { useEffect } from 'react'

/**
 * The tab title: `(3) Inbox · Parley`. Pages set the name, the rail the count; a ringing call alternates
 * with it.
 */
let page = ''
let unread = 0
let alarm: string | null = null

function write() {
  const name = page === '' ? 'Parley' : `${page} · Parley`
  document.title = alarm ?? (unread > 0 ? `(${unread}) ${name}` : name)
}

/** Sets the tab title; null: a part of the page sets it. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return
    page = title
    write()
  }, [title])
}

/** Sets the count in the tab title. */
export function useUnreadInTitle(count: number): void {
  useEffect(() => {
    unread = count
    write()
    return () => {
      unread = 0
      write()
    }
  }, [count])
}

/** Alternates the tab title with `text` every second while set. */
export function useAlarmInTitle(text: string | null): void {
  useEffect(() => {
    if (text === null) return undefined
    const turn = () => {
      alarm = alarm === null ? text : null
      write()
    }
    turn()
    const timer = setInterval(turn, 1_000)
    return () => {
      clearInterval(timer)
      alarm = null
      write()
    }
  }, [text])
}
