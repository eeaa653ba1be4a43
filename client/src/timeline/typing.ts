import type { Typing } from '@parley/protocol/typing'
import type { Platform } from '../browser/platform.ts'
import { createStore, type Store } from '../state/store.ts'
import type { Typers } from './typing-view.ts'

const repeatIntervalMs = 3_000
const idleTimeoutMs = 5_000
const typingTimeoutMs = 6_000

/** Reports own typing at most every 3 s. Ends after 5 s without a key press, or when the message is sent. */
export interface TypingNotifier {
  /** Called on every key press; false when the composer is empty or the message was sent. */
  typing: (active: boolean) => void
  close: () => void
}

export function createTypingNotifier(platform: Platform, send: (active: boolean) => void): TypingNotifier {
  let lastSentAt: number | undefined
  let cancelIdle = () => {}

  function stop() {
    cancelIdle()
    if (lastSentAt !== undefined) send(false)
    lastSentAt = undefined
  }

  return {
    typing(active) {
      if (!active) return stop()
      cancelIdle()
      cancelIdle = platform.after(idleTimeoutMs, stop)
      if (lastSentAt !== undefined && platform.now() - lastSentAt < repeatIntervalMs) return
      lastSentAt = platform.now()
      send(true)
    },
    close: stop,
  }
}

/** Tracks which other participants are typing. Each expires 6 s after the last report. */
export interface TypingTracker {
  typers: Store<Typers>
  receive: (typing: Typing) => void
  /** Called when their message arrived. `agentId` null: the customer. */
  stopped: (agentId: string | null) => void
  /** Clears the list: after the connection was lost, and at the end. */
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
