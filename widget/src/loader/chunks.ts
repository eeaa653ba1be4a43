import type { Language } from '@parley/protocol/provider'
import type { ChatModule, MessagesModule } from '../chat-contract.ts'

/** The hashes in the file names of the chat and of the languages, filled in by the build (vite.config.ts). */
declare const __PARLEY_HASHES__: Record<Language | 'chat', string>

export interface Chunks {
  chat(): Promise<ChatModule>
  messages(language: Language): Promise<MessagesModule['messages']>
}

/** Imports the chat and its messages from where `sdk.js` came from. */
export function chunksFrom(base: string): Chunks {
  const hashes = __PARLEY_HASHES__
  const loaded: Partial<Record<Language | 'chat', Promise<unknown> | undefined>> = {}
  let failures = 0

  /**
   * Older browsers remember a failed import, so a retry uses another address. Not a query but another directory, to
   * which the imports of the chat are relative: they must not load a second copy of it.
   */
  function load(name: Language | 'chat'): Promise<unknown> {
    const address = `${base}widget/${failures ? `${failures}/` : ''}${name}-${hashes[name]}.js`
    return (loaded[name] ??= import(/* @vite-ignore */ address).catch((error: unknown) => {
      failures += 1
      loaded[name] = undefined
      throw error
    }))
  }

  return {
    chat: () => load('chat') as Promise<ChatModule>,
    messages: async (language) => ((await load(language)) as MessagesModule).messages,
  }
}
