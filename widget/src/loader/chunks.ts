import type { Language } from '@parley/protocol/provider'
import type { ChatModule, MessagesModule } from '../chat-contract.ts'

/** The hashes in the file names of the chat and of the languages, put in by the build (vite.config.ts). */
declare const __PARLEY_CHUNKS__: Record<Language | 'chat', string>

export interface Chunks {
  chat(): Promise<ChatModule>
  messages(language: Language): Promise<MessagesModule['messages']>
  /** Any file under `widget/`. */
  load(file: string): Promise<unknown>
}

/** Named once: the build puts the whole list wherever it is named. */
const hashes = __PARLEY_CHUNKS__
const fileOf = (name: Language | 'chat') => `${name}-${hashes[name]}.js`

/** The parts of the widget that are fetched when they are needed, from where `sdk.js` came. */
export function chunksFrom(base: string): Chunks {
  const arrived = new Map<string, Promise<unknown>>()
  let failures = 0

  /** A browser may remember that an import failed; another address asks the network again. */
  function load(file: string): Promise<unknown> {
    const address = `${base}widget/${file}${failures ? `?${failures}` : ''}`
    const chunk =
      arrived.get(file) ??
      import(/* @vite-ignore */ address).catch((error: unknown) => {
        failures += 1
        arrived.delete(file)
        throw error
      })
    arrived.set(file, chunk)
    return chunk
  }

  return {
    chat: () => load(fileOf('chat')) as Promise<ChatModule>,
    messages: async (language) => ((await load(fileOf(language))) as MessagesModule).messages,
    load,
  }
}
