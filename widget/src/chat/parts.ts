import type { Language } from '@parley/protocol/provider'
import { createStore, type Store } from '@parley/client/state/store'
import type { ChatHost } from '../chat-contract.ts'
import type * as call from '../parts/call.ts'
import type * as context from '../parts/context.ts'
import type * as member from '../parts/member.ts'
import type * as service from '../parts/service.ts'
import type * as tools from '../parts/tools.ts'
import { toolsCatalogues } from '../parts/tools/catalogues.ts'
import { toSheet } from './styles.ts'

/** A module that is loaded when it is needed; null until then. */
export interface Part<T> extends Store<T | null> {
  /** Resolves once it is loaded. A failed load can be retried. */
  fetch(): Promise<T>
  /** Loads it ahead of a click, or for one. Failures are ignored. */
  use(then?: (part: T) => void): void
}

/** Features that only some visitors need, loaded on demand. */
export interface Parts {
  tools: Part<typeof tools>
  fetchTools(): void
  member: Part<typeof member>
  call: Part<typeof call>
  service: Part<typeof service>
  context: Part<typeof context>
  /** Retries of failed loads, run when the connection is back. */
  failed: Set<() => void>
  retryFailed(): void
}

export function createParts({ root }: Pick<ChatHost, 'root'>, language: () => Language): Parts {
  const failed = new Set<() => void>()
  function part<T extends { css: string }>(load: () => Promise<T>): Part<T> {
    const store = createStore<T | null>(null)
    async function fetch(): Promise<T> {
      // Another import could return a second copy (retryFailedImports in vite.config.ts).
      if (!store.get()) {
        const module = await load().catch((error: unknown) => {
          failed.add(use)
          throw error
        })
        // Two loads at once.
        if (!store.get()) {
          root.adoptedStyleSheets.push(toSheet(module.css))
          store.set(module)
        }
      }
      return store.get()!
    }
    const use = (then: (part: T) => void = () => {}) => void fetch().then(then, () => {})
    return { ...store, fetch, use }
  }
  const toolsPart = part(async () => {
    // Together, so that uploads are shown even if the network fails right after.
    const [module] = await Promise.all([import('../parts/tools.ts'), toolsCatalogues[language()]()])
    return module
  })
  return {
    tools: toolsPart,
    fetchTools: () => toolsPart.use(),
    member: part(() => import('../parts/member.ts')),
    call: part(async () => {
      const module = await import('../parts/call.ts')
      // Without its texts a call has no controls.
      await module.texts[language()]()
      return module
    }),
    service: part(() => import('../parts/service.ts')),
    context: part(() => import('../parts/context.ts')),
    failed,
    retryFailed() {
      for (const retry of failed) {
        failed.delete(retry)
        retry()
      }
    },
  }
}
