import type { ChatPowers } from './chat.ts'
import { createStore, type Store } from '../state/store.ts'

/** What a window shows and does, whichever room is the shown one: its stores change when another room takes the place. */
export interface ShownRoom {
  powers: ChatPowers
  turnTo: (powers: ChatPowers) => void
  close: () => void
}

export function createShownRoom(first: ChatPowers): ShownRoom {
  let shown = first
  const [timeline, followTimeline] = mirror(first.timeline)
  const [typers, followTypers] = mirror(first.typers)

  const powers: ChatPowers = { ...first, timeline, typers }
  for (const name of commands) {
    // The commands of two rooms take the same; TypeScript does not follow a name from one to the other.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    powers[name] = ((...args: []) => (shown[name] as () => unknown)(...args)) as never
  }

  return {
    powers,
    turnTo(powers) {
      shown = powers
      followTimeline(powers.timeline)
      followTypers(powers.typers)
    },
    close() {
      followTimeline(null)
      followTypers(null)
    },
  }
}

const commands = [
  'send',
  'retry',
  'discard',
  'loadOlder',
  'typing',
  'markRead',
  'upload',
  'refreshLinks',
] as const satisfies (keyof ChatPowers)[]

/** A store with another's value, and the way to take the value from a different one; null: from nobody any more. */
function mirror<T>(first: Store<T>): [Store<T>, (source: Store<T> | null) => void] {
  const own = createStore(first.get())
  let stop = () => {}
  function follow(source: Store<T> | null) {
    stop()
    if (!source) return
    stop = source.subscribe(() => own.set(source.get()))
    own.set(source.get())
  }
  follow(first)
  return [own, follow]
}
