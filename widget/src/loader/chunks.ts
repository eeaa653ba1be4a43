import type { Language } from '@parley/protocol/provider'
import type { ChatModule, MessagesModule } from '../chat-contract.ts'

/** File names of the chat and of the languages under `widget/`, put in by the build (vite.config.ts). */
declare const __PARLEY_CHUNKS__: Record<Language | 'chat', string>

export interface Chunks {
  chat(): Promise<ChatModule>
  messages(language: Language): Promise<MessagesModule['messages']>
}

/** The parts of the widget that are fetched when they are needed, from where `sdk.js` came. */
export function chunksFrom(base: string): Chunks {
  const arrived = new Map<string, Promise<unknown>>()
  let failures = 0

  /** A browser may remember that an import failed; another address asks the network again. */
  function fetchChunk(name: Language | 'chat'): Promise<unknown> {
    const address = `${base}widget/${__PARLEY_CHUNKS__[name]}${failures ? `?${failures}` : ''}`
    const chunk =
      arrived.get(name) ??
      import(/* @vite-ignore */ address).catch((error: unknown) => {
        failures += 1
        arrived.delete(name)
        throw error
      })
    arrived.set(name, chunk)
    return chunk
  }

  return {
    chat: () => fetchChunk('chat') as Promise<ChatModule>,
    messages: async (language) => ((await fetchChunk(language)) as MessagesModule).messages,
  }
}
