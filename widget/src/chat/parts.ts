import { createStore, type Store } from '@parley/client/state/store'
import type { ChatHost } from '../chat-contract.ts'
import type { Kit } from '../parts/kit.ts'
import type { Call } from '../parts/call.ts'
import type { Member } from '../parts/member.ts'
import type { Tools } from '../parts/tools.ts'
import { kit } from './part-kit.ts'
import { toSheet } from './styles.ts'

/** File names under `widget/`, put in by the build (vite.config.ts). */
declare const __PARLEY_PARTS__: Record<'tools' | 'member' | 'call', string>

/** Something that is fetched when it is wanted; null until it is there. */
export interface Part<T> extends Store<T | null> {
  /** Resolves when it is there. A fetch that failed may be tried again. */
  fetch(): Promise<T>
  /** For a click that is about to come, or has; without a network nothing is done. */
  use(then?: (part: T) => void): void
}

/** What only some visitors need: it costs the others nothing. */
export interface Parts {
  tools: Part<Tools>
  fetchTools(): void
  member: Part<Member>
  call: Part<Call>
  /** Any file under `widget/`. */
  load(file: string): Promise<unknown>
}

interface PartModule<T> {
  css: string
  take(kit: Kit): T
}

export function createParts({ load, root }: Pick<ChatHost, 'load' | 'root'>): Parts {
  function part<T>(name: 'tools' | 'member' | 'call'): Part<T> {
    const store = createStore<T | null>(null)
    async function fetch(): Promise<T> {
      const module = (await load(__PARLEY_PARTS__[name])) as PartModule<T>
      if (!store.get()) {
        root.adoptedStyleSheets.push(toSheet(module.css))
        store.set(module.take(kit))
      }
      return store.get()!
    }
    return { ...store, fetch, use: (then = () => {}) => void fetch().then(then, () => {}) }
  }
  const tools = part<Tools>('tools')
  return { tools, fetchTools: () => tools.use(), member: part('member'), call: part('call'), load }
}
