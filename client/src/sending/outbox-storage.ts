import { inStore } from '../browser/database.ts'
import type { PendingMessage } from './pending-message.ts'

/** Where unsent messages outlive the page. */
export interface OutboxStorage {
  /** Names whose messages these are; also the name of the lock under which they are sent. */
  scope: string
  /** In the order in which they were written. */
  all: () => Promise<PendingMessage[]>
  get: (clientId: string) => Promise<PendingMessage | undefined>
  put: (message: PendingMessage) => Promise<unknown>
  remove: (clientId: string) => Promise<unknown>
}

/** @param scope one sender: `<provider> <jkt>`, or `<organization> <agent>` */
export function openOutboxStorage(scope: string): OutboxStorage {
  // A client_id is a UUIDv7: the order of keys is the order of writing.
  const keyOf = (clientId: string) => [scope, clientId]
  return {
    scope,
    all: () =>
      inStore<PendingMessage[]>('outbox', 'readonly', (store) =>
        store.getAll(IDBKeyRange.bound(keyOf(''), keyOf('\uffff'))),
      ),
    get: (clientId) =>
      inStore<PendingMessage | undefined>('outbox', 'readonly', (store) => store.get(keyOf(clientId))),
    put: (message) => inStore('outbox', 'readwrite', (store) => store.put(message, keyOf(message.client_id))),
    remove: (clientId) => inStore('outbox', 'readwrite', (store) => store.delete(keyOf(clientId))),
  }
}
