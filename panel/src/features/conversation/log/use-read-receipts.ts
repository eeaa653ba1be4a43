import { useEffect } from 'react'

/** The end must be on the screen this long, in milliseconds: what only flits by was not read. */
const readDelayMs = 150

/** Says that everything was read, whenever there is something unread and a person can have seen the end. */
export function useReadReceipts(unread: number, atEnd: boolean, markRead: () => void): void {
  useEffect(() => {
    if (unread === 0 || !atEnd) return undefined
    const read = () => {
      if (document.visibilityState === 'visible') markRead()
    }
    const timer = setTimeout(read, readDelayMs)
    document.addEventListener('visibilitychange', read)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', read)
    }
  }, [unread, atEnd, markRead])
}
