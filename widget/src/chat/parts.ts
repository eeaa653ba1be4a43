import { createStore, type Store } from '@parley/client/store'
import type { ChatHost } from '../chat-contract.ts'
import type { Kit } from '../parts/kit.ts'
import type { Member } from '../parts/member.ts'
import type { Tools } from '../parts/tools.ts'
import { kit } from './part-kit.ts'
import { toSheet } from './styles.ts'

/** File names under `widget/`, put in by the build (vite.config.ts). */
declare const __PARLEY_PARTS__: Record<'tools' | 'member', string>

/** Something that is fetched when it is wanted; null until it is there. */
export interface Part<T> extends Store<T | null> {
  /** Resolves when it is there. A fetch that failed may be tried again. */
  fetch(): Promise<T>
}

/** What only some visitors need: it costs the others nothing. */
export interface Parts {
  tools: Part<Tools>
  /** For a click that is about to come, or has; without a network nothing opens. */
  fetchTools(): void
  /** As soon as they are there; without a network nothing is done. */
  withTools(use: (tools: Tools) => void): void
  member: Part<Member>
  /** Any file under `widget/`. */
  load(file: string): Promise<unknown>
}

interface PartModule<T> {
  css: string
  take(kit: Kit): T
}

export function createParts({ load, root }: Pick<ChatHost, 'load' | 'root'>): Parts {
  function part<T>(name: 'tools' | 'member'): Part<T> {
    const store = createStore<T | null>(null)
    return {
      ...store,
      async fetch() {
        const module = (await load(__PARLEY_PARTS__[name])) as PartModule<T>
        if (!store.get()) {
          root.adoptedStyleSheets.push(toSheet(module.css))
          store.set(module.take(kit))
        }
        return store.get()!
      },
    }
  }
  const tools = part<Tools>('tools')
  const withTools = (use: (tools: Tools) => void) => void tools.fetch().then(use, () => {})
  return {
    tools,
    fetchTools: () => withTools(() => {}),
    withTools,
    member: part<Member>('member'),
    load,
  }
}
