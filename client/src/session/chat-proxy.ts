import type { ChatApi } from './chat.ts'
import { createStore, type Store } from '../state/store.ts'

/** Forwards to one chat at a time. Its stores stay the same objects when it switches to another chat. */
export interface ChatProxy {
  api: ChatApi
  switchTo: (api: ChatApi) => void
  close: () => void
}

export function createChatProxy(first: ChatApi): ChatProxy {
  let target = first
  const [timeline, followTimeline] = mirror(first.timeline)
  const [typers, followTypers] = mirror(first.typers)

  const api: ChatApi = { ...first, timeline, typers }
  for (const name of commands) {
    // TypeScript cannot tell that both chats have the same signature under one name.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    api[name] = ((...args: []) => (target[name] as () => unknown)(...args)) as never
  }

  return {
    api,
    switchTo(next) {
      target = next
      followTimeline(next.timeline)
      followTypers(next.typers)
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
] as const satisfies (keyof ChatApi)[]

/** Returns a store that copies `first`, and a function that changes its source; null stops copying. */
function mirror<T>(first: Store<T>): [Store<T>, (source: Store<T> | null) => void] {
  const copy = createStore(first.get())
  let unsubscribe = () => {}
  function follow(source: Store<T> | null) {
    unsubscribe()
    if (!source) return
    unsubscribe = source.subscribe(() => copy.set(source.get()))
    copy.set(source.get())
  }
  follow(first)
  return [copy, follow]
}
