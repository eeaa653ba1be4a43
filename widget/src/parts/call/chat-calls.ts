import type { CustomerCallState } from '@parley/client/calls/customer-call-state'
import { createCustomerCalls, type CustomerCalls } from '@parley/client/calls/customer-calls'
import { createStore, type WritableStore } from '@parley/client/state/store'
import type { ChatContext } from '../../chat/chat-context.ts'
import { playRingback } from './ringback.ts'

/** The calls of a chat, with the state of this window. */
export interface ChatCalls {
  calls: CustomerCalls
  /** The call is minimized to one line above the messages. */
  small: WritableStore<boolean>
  close(): void
}

const known = new WeakMap<object, ChatCalls>()

/** Created on first use. The call panel closes them. */
export function chatCallsOf(chat: ChatContext): ChatCalls {
  const found = known.get(chat.session)
  if (found) return found
  const { session } = chat
  const calls = createCustomerCalls({ session })
  return registerCalls(chat, calls)
}

/** Registers the calls of a chat. */
export function registerCalls(
  { session, preferences }: Pick<ChatContext, 'session' | 'preferences'>,
  calls: CustomerCalls,
): ChatCalls {
  let wasLive = false
  let caller: unknown
  let stopRinging: (() => void) | undefined

  function update(): void {
    const state = calls.state.get()
    const rings = state.name === 'ringing' && !preferences.read().muted
    if (!rings) stopRinging = stopRinging?.() as undefined
    else stopRinging ??= playRingback()

    // A reloaded page must reconnect to the call without a click.
    const live = isLive(state)
    const { conversation, pending, unread } = session.timeline.get()
    const active = live || conversation !== null || pending.length + unread > 0
    if ((live || wasLive) && preferences.read().active !== active) preferences.change({ active })
    if (live ? !wasLive : state.name === 'asking') caller = session.identity.get()
    wasLive = live
    // Also a call that ends after its member has signed out.
    if (caller !== session.identity.get()) calls.dismiss()
  }
  const stops = [calls.state, session.timeline, session.identity].map((store) => store.subscribe(update))
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
  update()
  return own
}

/** Asks for the microphone. The previous call may have been minimized. */
export function beginCall(chat: ChatContext): void {
  const { calls, small } = chatCallsOf(chat)
  small.set(false)
  calls.prepare()
}

/** The call has started and runs in this window. */
export const isLive = ({ name }: CustomerCallState) =>
  ['starting', 'waiting', 'ringing', 'connecting', 'active'].includes(name)

/** Whether the visitor is still preparing the call. */
export const isBefore = ({ name }: CustomerCallState) => ['asking', 'checking', 'ready'].includes(name)
