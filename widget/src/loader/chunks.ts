import type { Language } from '@parley/protocol/provider'
import type { ChatModule, MessagesModule } from '../chat-contract.ts'

/** File names of the chat and of the languages under `widget/`, put in by the build (vite.config.ts). */
declare const __PARLEY_CHUNKS__: Record<Language | 'chat', string>

export interface Chunks {
  chat(): Promise<ChatModule>
  messages(language: Language): Promise<MessagesModule['messages']>
  /** Any file under `widget/`. */
  load(file: string): Promise<unknown>
}

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
    chat: () => load(__PARLEY_CHUNKS__.chat) as Promise<ChatModule>,
    messages: async (language) => ((await load(__PARLEY_CHUNKS__[language])) as MessagesModule).messages,
    load,
  }
}
