import type { Typing } from '@parley/protocol/typing'
import type { Platform } from '../browser/platform.ts'
import { createStore, type Store } from '../state/store.ts'
import type { Typers } from './typing-view.ts'

const repeatTime = 3_000
const idleTime = 5_000
const forgetTime = 6_000

/** Our own typing: told at most every 3 s, taken back after 5 s without a key or when the message is sent. */
export interface TypingTeller {
  /** On every key press; false when the composer is empty or sent. */
  typing: (active: boolean) => void
  close: () => void
}

export function createTypingTeller(platform: Platform, tell: (active: boolean) => void): TypingTeller {
  let toldAt: number | undefined
  let cancelIdle = () => {}

  function stop() {
    cancelIdle()
    if (toldAt !== undefined) tell(false)
    toldAt = undefined
  }

  return {
    typing(active) {
      if (!active) return stop()
      cancelIdle()
      cancelIdle = platform.after(idleTime, stop)
      if (toldAt !== undefined && platform.now() - toldAt < repeatTime) return
      toldAt = platform.now()
      tell(true)
    },
    close: stop,
  }
}

/** Who of the others types; each is forgotten 6 s after the last word of it. */
export interface TypingWatch {
  typers: Store<Typers>
  receive: (typing: Typing) => void
  /** A message of theirs came: they are done. `agentId` null: the customer. */
  wrote: (agentId: string | null) => void
  /** Nobody is known to type: after the connection was lost, and at the end. */
  clear: () => void
}

export function createTypingWatch(platform: Platform): TypingWatch {
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
        platform.after(forgetTime, () => forget(id)),
      )
    },
    wrote: forget,
    clear() {
      for (const id of cancels.keys()) forget(id)
    },
  }
}
