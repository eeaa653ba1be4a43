import type { Typing } from '@parley/protocol/typing'
import type { Platform } from '../browser/platform.ts'
import { createStore, type Store } from '../state/store.ts'
import type { Typers } from './typing-view.ts'

const repeatIntervalMs = 3_000
const idleTimeoutMs = 5_000
const typingTimeoutMs = 6_000

/** Our own typing: told at most every 3 s, taken back after 5 s without a key or when the message is sent. */
export interface TypingNotifier {
  /** On every key press; false when the composer is empty or sent. */
  typing: (active: boolean) => void
  close: () => void
}

export function createTypingNotifier(platform: Platform, tell: (active: boolean) => void): TypingNotifier {
  let lastSentAt: number | undefined
  let cancelIdle = () => {}

  function stop() {
    cancelIdle()
    if (lastSentAt !== undefined) tell(false)
    lastSentAt = undefined
  }

  return {
    typing(active) {
      if (!active) return stop()
      cancelIdle()
      cancelIdle = platform.after(idleTimeoutMs, stop)
      if (lastSentAt !== undefined && platform.now() - lastSentAt < repeatIntervalMs) return
      lastSentAt = platform.now()
      tell(true)
    },
    close: stop,
  }
}

/** Who of the others types; each is forgotten 6 s after the last word of it. */
export interface TypingTracker {
  typers: Store<Typers>
  receive: (typing: Typing) => void
  /** A message of theirs came: they are done. `agentId` null: the customer. */
  stopped: (agentId: string | null) => void
  /** Nobody is known to type: after the connection was lost, and at the end. */
  clear: () => void
}

export function createTypingTracker(platform: Platform): TypingTracker {
  const typers = createStore<Typers>([])
  const cancels = new Map<string | null, () => void>()

  function forget(id: string | null) {
    cancels.get(id)?.()
    if (cancels.delete(id)) typers.set(typers.get().filter(({ agent }) => (agent?.id ?? null) !== id))
  }

  return {
    typers,
    receive({ agent, active }) {
      const id = agent?.id ?? null
      if (!active) return forget(id)
      cancels.get(id)?.()
      if (!cancels.has(id)) typers.set([...typers.get(), { agent }])
      cancels.set(
        id,
        platform.after(typingTimeoutMs, () => forget(id)),
      )
    },
    stopped: forget,
    clear() {
      for (const id of cancels.keys()) forget(id)
    },
  }
}
