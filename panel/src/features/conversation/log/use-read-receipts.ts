import { useEffect } from 'react'

/** How long the end must be visible to count as read (ms). */
const readDelayMs = 150

/** Marks messages as read when there are unread ones and the end is visible. */
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
