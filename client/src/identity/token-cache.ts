import { inStore } from '../browser/database.ts'

/** Where a socket token outlives the page: beside the key that it is bound to, for one widget. */
export interface TokenCache {
  read: () => Promise<unknown>
  write: (text: string) => Promise<unknown>
  drop: () => Promise<unknown>
}

/** In the store of the keys and not in one of its own: that would lock out the pages of a release before. */
export function openTokenCache(providerId: string, jkt: string): TokenCache {
  const place = ['token', providerId, jkt]
  return {
    read: () => inStore<unknown>('keys', 'readonly', (store) => store.get(place)),
    write: (text) => inStore('keys', 'readwrite', (store) => store.put(text, place)),
    drop: () => inStore('keys', 'readwrite', (store) => store.delete(place)),
  }
}
