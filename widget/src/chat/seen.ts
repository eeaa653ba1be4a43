import { listen } from '@parley/client/browser/listen'
import { useEffect } from 'preact/hooks'
import { useChat, useStore } from './chat-context.ts'

/** Tells the team that their messages were read: as long as the newest is in sight and the page is in front. */
export function useSeen(inSight: boolean): void {
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
