import { useEffect, useRef } from 'react'
import { createStore } from '@parley/client/state/store'
import type { LookState } from '@parley/protocol/look'
import { useAgentSession, useConnectionState, useStore } from '../../session/agent-session.tsx'

/** The server expires a look after 45 s. */
const renewalMs = 20_000
/** After this time without a key press, the state is `drafting`. */
const idleMs = 6_000

/** State of this window's composer; null: empty. */
const composing = createStore<Exclude<LookState, 'viewing'> | null>(null)

/** Sends and renews this window's look at the customer's conversation until it unmounts. */
export function useViewing(customerId: string): void {
  const session = useAgentSession()
  const isReady = useConnectionState().name === 'ready'
  const state = useStore(composing)

  useEffect(() => {
    if (!isReady) return undefined
    const sendLook = () => {
      const isSeen = document.visibilityState === 'visible'
      const own = isSeen ? (state ?? 'viewing') : state === null ? null : 'drafting'
      session.notify('desk.look', { customer_id: customerId, state: own })
    }
    sendLook()
    const timer = setInterval(sendLook, renewalMs)
    document.addEventListener('visibilitychange', sendLook)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', sendLook)
    }
  }, [session, isReady, customerId, state])

  useEffect(
    () => () => session.notify('desk.look', { customer_id: customerId, state: null }),
    [session, customerId],
  )
}

/** Derives the look's state (writing, drafting) from the composer's text. */
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
