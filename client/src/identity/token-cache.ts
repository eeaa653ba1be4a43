import { inStore } from '../browser/database.ts'
import { deleteToken, tokenName } from './stored-token.ts'

/** Persists the socket token of one widget next to the key that it is bound to. */
export interface TokenCache {
  read: () => Promise<unknown>
  write: (text: string) => Promise<unknown>
  drop: () => Promise<unknown>
}

/** Uses the key store: a new object store would need a version upgrade, which open pages of an older release block. */
export function openTokenCache(providerId: string, jkt: string): TokenCache {
  const cacheKey = tokenName(providerId, jkt)
  return {
    read: () => inStore<unknown>('keys', 'readonly', (store) => store.get(cacheKey)),
    write: (text) => inStore('keys', 'readwrite', (store) => store.put(text, cacheKey)),
    drop: () => deleteToken(providerId, jkt),
  }
}
