import { vi } from 'vitest'
import { openChunkStorage } from '../calls/recording/chunk-storage.ts'
import { createChunkUploader, type ChunkUploader } from '../calls/recording/chunk-upload.ts'
import { createTestPlatform, settle, type TestBrowser, type TestPlatform } from './test-platform.ts'

export const bytes = (...values: number[]) => new Uint8Array(values).buffer
export const recording = { id: 'recording-1', call_id: 'call-1', mime: 'audio/webm' }
export const owner = 'organization-1 agent-1'
const base = '/v1/organizations/organization-1/calls/call-1/recordings/recording-1'

/** Stubs `fetch` with an upload server. `answers`: errors for the next requests; null: success. */
export function createUploadServer() {
  const received: { path: string; body: unknown; type: string | null }[] = []
  const answers: (string | null)[] = []
  vi.stubGlobal('fetch', async (path: string, { body, headers }: RequestInit) => {
    const answer = answers.shift()
    if (answer === 'offline') throw new TypeError('Failed to fetch')
    if (answer === 'proxy') return new Response('<h1>Bad gateway</h1>', { status: 502 })
    if (answer === 'live') return Response.json({ complete: false })
    if (answer) return Response.json({ code: answer }, { status: 409 })
    const content = typeof body === 'string' ? body : [...new Uint8Array(body as ArrayBuffer)].join(' ')
    received.push({
      path: path.replace(base, '').replace(/.*recordings/, ''),
      body: content,
      type: new Headers(headers).get('content-type'),
    })
    return Response.json({ next: received.length })
  })
  return { received, answers, paths: () => received.map(({ path }) => path) }
}

/** IndexedDB fails after `transactions`, until the returned function is called. */
export function loseIndexedDb(transactions = 0): () => void {
  const { transaction } = IDBDatabase.prototype
  let left = transactions
  const lost = vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function begin(
    this: IDBDatabase,
    ...parameters
  ) {
    if (left-- > 0) return transaction.apply(this, parameters)
    throw new DOMException('The database connection is closing', 'InvalidStateError')
  })
  return () => lost.mockRestore()
}

/** Opens a page of the panel. Pages share storage and locks through `shared`. */
export function openPage(
  shared: TestBrowser,
  who = owner,
): { platform: TestPlatform; uploader: ChunkUploader; refused: string[] } {
  const platform = createTestPlatform(undefined, shared)
  const refused: string[] = []
  const uploader = createChunkUploader({
    platform,
    storage: openChunkStorage(),
    organizationId: 'organization-1',
    owner: who,
    onEarlyEnd: (id, reason) => void refused.push(`${id} ${reason}`),
  })
  return { platform, uploader, refused }
}

export const settled = async () => {
  for (let turn = 0; turn < 10; turn++) await settle()
}
