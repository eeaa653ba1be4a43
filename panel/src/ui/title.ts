import { useEffect } from 'react'

/** The tab's title: `(3) Inbox · Parley`. The page names itself, the rail counts; a call that rings takes turns with it. */
let page = ''
let unread = 0
let alarm: string | null = null

function write() {
  const name = page === '' ? 'Parley' : `${page} · Parley`
  document.title = alarm ?? (unread > 0 ? `(${unread}) ${name}` : name)
}

/** Names the tab after the page that is open; null: a part of this page names it. */
export function useTitle(title: string | null): void {
  useEffect(() => {
    if (title === null) return
    page = title
    write()
  }, [title])
}

/** The number in front of the title. */
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

/** As long as there is a text the title changes between it and its own, every second. */
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
