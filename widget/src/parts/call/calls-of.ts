import type { CustomerCallState } from '@parley/client/calls/customer-call-state'
import { createCustomerCalls, type CustomerCalls } from '@parley/client/calls/customer-calls'
import { createStore, type WritableStore } from '@parley/client/state/store'
import type { ChatContext } from '../../chat/chat-context.ts'
import { playRingback } from './ringback.ts'

/** The calls of one chat, with what belongs to this window alone. */
export interface ChatCalls {
  calls: CustomerCalls
  /** Only one line of the call is shown over the messages. */
  small: WritableStore<boolean>
  close(): void
}

const known = new WeakMap<object, ChatCalls>()

/** Made for a chat when they are first asked for. Whoever draws the panel closes them. */
export function callsOf(chat: ChatContext): ChatCalls {
  const found = known.get(chat.session)
  if (found) return found
  const { session } = chat
  const calls = createCustomerCalls({ session })
  return keepCalls(chat, calls)
}

/** @param chat whose calls these are from here on */
export function keepCalls(
  { session, preferences }: Pick<ChatContext, 'session' | 'preferences'>,
  calls: CustomerCalls,
): ChatCalls {
  let wasLive = false
  let stopRinging: (() => void) | undefined

  function look(): void {
    const state = calls.state.get()
    const rings = state.name === 'ringing' && !preferences.read().muted
    if (!rings) stopRinging = stopRinging?.() as undefined
    else stopRinging ??= playRingback()

    // A page that is loaded anew must find its way back to the call by itself.
    const live = isLive(state)
    const { conversation, pending, unread } = session.timeline.get()
    const active = live || conversation !== null || pending.length + unread > 0
    if ((live || wasLive) && preferences.read().active !== active) preferences.change({ active })
    wasLive = live
  }
  const stops = [calls.state.subscribe(look), session.timeline.subscribe(look)]
  const own: ChatCalls = {
    calls,
    small: createStore(false),
    close() {
      for (const stop of stops) stop()
      known.delete(session)
      stopRinging?.()
      calls.close()
    },
  }
  known.set(session, own)
  look()
  return own
}

/** The click on the call button: the microphone is asked for, unless a call is there already; that comes to the front. */
export function beginCall(chat: ChatContext): void {
  const { calls, small } = callsOf(chat)
  small.set(false)
  calls.prepare()
}

/** The service knows of this call, and it is here. */
export const isLive = ({ name }: CustomerCallState) =>
  ['starting', 'waiting', 'ringing', 'connecting', 'active'].includes(name)
