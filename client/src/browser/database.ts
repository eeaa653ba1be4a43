/**
 * IndexedDB on the page's origin, for the connection key and unsent messages.
 * Rejects on every failure (private mode, quota, storage disabled); callers continue in memory.
 */

export type StoreName = 'keys' | 'outbox'

const version = 1
/** Some browsers never respond (WebKit after a crash of its storage process). Then storage counts as unavailable. */
const openTimeoutMs = 3_000
let opening: Promise<IDBDatabase> | undefined

/** Runs one transaction on one store. Resolves with the request's result after the commit. */
export async function inStore<T>(
  name: StoreName,
  mode: IDBTransactionMode,
  run: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  opening ??= open()
  const database = await opening.catch((error: unknown) => {
    opening = undefined
    throw error
  })
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(name, mode)
    const request = run(transaction.objectStore(name))
    transaction.addEventListener('complete', () => resolve(request.result))
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The browser aborted a write')),
    )
  })
}

/** Closes the connection; the next use opens a new one. */
export async function closeDatabase(): Promise<void> {
  const open = opening
  opening = undefined
  const database = await open?.catch(() => undefined)
  database?.close()
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error('The browser does not open its storage')), openTimeoutMs)
    const request = indexedDB.open('parley', version)
    request.addEventListener('upgradeneeded', () => {
      const names: StoreName[] = ['keys', 'outbox']
      for (const name of names) request.result.createObjectStore(name)
    })
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser keeps no data')))
    request.addEventListener('success', () => {
      // The browser may close connections (cleared data), and an upgrade by a newer version must not be blocked.
      const forget = () => void closeDatabase()
      request.result.addEventListener('close', forget)
      request.result.addEventListener('versionchange', forget)
      resolve(request.result)
    })
  })
}
