import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, expect, test, vi } from 'vitest'
import { bytes, owner, recording } from '../../testing/upload-fixture.ts'
import { openChunkStorage } from './chunk-storage.ts'

afterEach(() => void vi.useRealTimers())

const stored = { ...recording, owner, count: 1, began: 0 }

test('an IndexedDB that never opens counts as unavailable after 3 s', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
  const storage = openChunkStorage()
  const found = Promise.all([storage.recordings(), storage.first(stored), storage.read(stored.id, 0)])
  await vi.advanceTimersByTimeAsync(3_000)
  await expect(found).resolves.toEqual(['unavailable', 'unavailable', 'unavailable'])
})

test('a connection that opens after 3 s is closed', async () => {
  vi.useFakeTimers()
  const close = vi.fn<() => void>()
  const request = Object.assign(new EventTarget(), { result: { close } })
  vi.stubGlobal('indexedDB', { open: () => request })
  void openChunkStorage().recordings()
  await vi.advanceTimersByTimeAsync(3_000)
  request.dispatchEvent(new Event('success'))
  expect(close).toHaveBeenCalledOnce()
})

test('after the browser has closed the connection, each operation is repeated on a new one', async () => {
  const factory = new IDBFactory()
  vi.stubGlobal('indexedDB', factory)
  await openChunkStorage().add(stored, bytes(1, 2))
  const opened = vi.spyOn(factory, 'open')
  const storage = openChunkStorage()
  async function closed() {
    await storage.recordings()
    opened.mock.results.at(-1)?.value.result.close()
  }
  await closed()
  expect(await storage.recordings()).toEqual([stored])
  await closed()
  // Concurrent operations share the new connection.
  const before = opened.mock.calls.length
  expect(await Promise.all([storage.first(stored), storage.read(stored.id, 0)])).toEqual([0, bytes(1, 2)])
  expect(opened.mock.calls.length).toBe(before + 1)
  await closed()
  await storage.acknowledged(stored.id, 0)
  expect(await storage.read(stored.id, 0)).toBeUndefined()
  await closed()
  await storage.drop(stored.id)
  expect(await storage.recordings()).toEqual([])
})
