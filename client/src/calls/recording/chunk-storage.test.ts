import { afterEach, expect, test, vi } from 'vitest'
import { openChunkStorage } from './chunk-storage.ts'

afterEach(() => void vi.useRealTimers())

test('an IndexedDB that never opens counts as unavailable after 3 s', async () => {
  vi.useFakeTimers()
  vi.stubGlobal('indexedDB', { open: () => new EventTarget() })
  const found = openChunkStorage().recordings('organization-1 agent-1')
  await vi.advanceTimersByTimeAsync(3_000)
  await expect(found).resolves.toEqual([])
})
