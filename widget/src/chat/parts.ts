import { createStore, type Store } from '@parley/client/state/store'
import type { ChatHost } from '../chat-contract.ts'
import type * as call from '../parts/call.ts'
import type * as member from '../parts/member.ts'
import type * as tools from '../parts/tools.ts'
import { toSheet } from './styles.ts'

/** A module that is loaded when it is needed; null until then. */
export interface Part<T> extends Store<T | null> {
  /** Resolves once it is loaded. A failed load can be retried. */
  fetch(): Promise<T>
  /** Loads it for a click that is about to come, or has; without a network nothing happens. */
  use(then?: (part: T) => void): void
}

/** Features that only some visitors need, loaded on demand. */
export interface Parts {
  tools: Part<typeof tools>
  fetchTools(): void
  member: Part<typeof member>
  call: Part<typeof call>
}

export function createParts({ root }: Pick<ChatHost, 'root'>): Parts {
  function part<T extends { css: string }>(load: () => Promise<T>): Part<T> {
    const store = createStore<T | null>(null)
    async function fetch(): Promise<T> {
      const module = await load()
      if (!store.get()) {
        root.adoptedStyleSheets.push(toSheet(module.css))
        store.set(module)
      }
      return module
    }
    return { ...store, fetch, use: (then = () => {}) => void fetch().then(then, () => {}) }
  }
  const toolsPart = part(() => import('../parts/tools.ts'))
  return {
    tools: toolsPart,
    fetchTools: () => toolsPart.use(),
    member: part(() => import('../parts/member.ts')),
    call: part(() => import('../parts/call.ts')),
  }
}
