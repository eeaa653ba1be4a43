import { useEffect, useRef } from 'react'
import { createStore } from '@parley/client/state/store'
import type { LookState } from '@parley/protocol/look'
import { useAgentSession, useConnectionState, useStore } from '../../session/agent-session.tsx'

/** The service forgets a look after 45 s. */
const renewalMs = 20_000
/** Without a key press for so long, a text is a draft. */
const idleMs = 6_000

/** Of the composer in this window; null: nothing is written. */
const composing = createStore<Exclude<LookState, 'viewing'> | null>(null)

/** Tells colleagues that this window views the customer's conversation, until it is left. */
export function useViewing(customerId: string): void {
  const session = useAgentSession()
  const isReady = useConnectionState().name === 'ready'
  const state = useStore(composing)

  useEffect(() => {
    if (!isReady) return undefined
    const tell = () => {
      const isSeen = document.visibilityState === 'visible'
      const own = isSeen ? (state ?? 'viewing') : state === null ? null : 'drafting'
      session.notify('desk.look', { customer_id: customerId, state: own })
    }
    tell()
    const timer = setInterval(tell, renewalMs)
    document.addEventListener('visibilitychange', tell)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tell)
    }
  }, [session, isReady, customerId, state])

  useEffect(
    () => () => session.notify('desk.look', { customer_id: customerId, state: null }),
    [session, customerId],
  )
}

/** Part of the composer: its text decides between viewing, writing and drafting. */
export function useWriting(text: string): void {
  const restored = useRef(text)
  useEffect(() => {
    const isRestored = text === restored.current
    restored.current = ''
    if (text.trim() === '') return composing.set(null)
    composing.set(isRestored ? 'drafting' : 'writing')
    const timer = setTimeout(() => composing.set('drafting'), idleMs)
    return () => clearTimeout(timer)
  }, [text])
  useEffect(() => () => composing.set(null), [])
}
