import type { ChatPowers } from './chat.ts'
import { createStore, type Store } from './store.ts'

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

  return {
    powers: {
      timeline,
      typers,
      send: (draft) => shown.send(draft),
      retry: (clientId) => shown.retry(clientId),
      discard: (clientId) => shown.discard(clientId),
      loadOlder: () => shown.loadOlder(),
      typing: (active) => shown.typing(active),
      markRead: () => shown.markRead(),
      upload: (file) => shown.upload(file),
      refreshLinks: (mediaIds) => shown.refreshLinks(mediaIds),
    },
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
