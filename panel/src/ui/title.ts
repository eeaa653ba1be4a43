import { useEffect } from 'react'

/** The tab's title: `(3) Inbox · Parley`. The page names itself, the rail counts. */
let page = ''
let unread = 0

function write() {
  const name = page === '' ? 'Parley' : `${page} · Parley`
  document.title = unread > 0 ? `(${unread}) ${name}` : name
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
