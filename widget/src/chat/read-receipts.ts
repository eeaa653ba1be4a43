import { listen } from '@parley/client/browser/listen'
import { useEffect } from 'preact/hooks'
import { useChat, useStore } from './chat-context.ts'

/** Marks messages as read while the newest one is visible and the page is in the foreground. */
export function useReadReceipts(inSight: boolean): void {
  const { session } = useChat()
  const { unread } = useStore(session.timeline)
  useEffect(() => {
    if (!inSight || !unread) return undefined
    const look = () => {
      if (!document.hidden) session.markRead()
    }
    look()
    return listen(document, 'visibilitychange', look)
  }, [session, inSight, unread])
}
