import { epochMs } from '@parley/client/browser/epoch-ms'
import type { TimelineView } from '@parley/client/timeline/timeline-view'
import { useEffect, useState } from 'preact/hooks'
import { useStore, type ChatContext } from '../../chat/chat-context.ts'

/** After this wait most visitors turn to something else. */
const waitMs = 120_000

/** When the oldest message of the open conversation was sent that the team has not answered; null: nothing waits. */
export function waitsSince({
  items,
  conversation,
}: Pick<TimelineView, 'items' | 'conversation'>): number | null {
  let since: number | null = null
  for (const item of items) {
    if (item.kind !== 'message' || item.message.conversation_id !== conversation?.id) continue
    const { sender_type: sender, created_at: at } = item.message
    if (sender === 'customer') since ??= epochMs(at)
    else if (sender !== 'system') since = null
  }
  return since
}

/** Whether a message waits and nobody can answer, or has for two minutes. */
export function useUnanswered(session: ChatContext['session']): boolean {
  const since = waitsSince(useStore(session.timeline))
  const online = useStore(session.team)?.online
  const [late, setLate] = useState(false)
  useEffect(() => {
    setLate(false)
    if (since === null) return undefined
    const timer = setTimeout(() => setLate(true), Math.max(0, since + waitMs - session.serverNow()))
    return () => clearTimeout(timer)
  }, [session, since])
  return since !== null && (late || online === false)
}
