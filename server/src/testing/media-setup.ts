import { request, type ClientRequest } from 'node:http'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openDatabase } from '../core/database.ts'
import { freePort } from '../core/free-port.ts'
import { createHttp } from '../core/http.ts'
import { newId } from '../core/ids.ts'
import { createLogger } from '../core/logger.ts'
import { createSecrets } from '../core/secrets.ts'
import { createTestDatabase } from './test-database.ts'
import { mediaRoutes } from '../features/media/media-routes.ts'
import { createDownloadLimit } from '../core/storage/download-limit.ts'
import type { FileStorage } from '../core/storage/file-storage.ts'
import { openFileStorage } from '../core/storage/open-file-storage.ts'
import { createMedia } from '../features/media/media.ts'
import { testRateLimits } from './test-rate-limits.ts'

/** The media feature with its own database, directory, HTTP server and test clock. */
export async function setUpMedia(
  options: {
    maxBytes?: number
    maxDownloads?: number
    wrap?: (storage: FileStorage) => FileStorage
  } = {},
) {
  const database = await createTestDatabase()
  const handle = openDatabase(database.url, { connections: 4 })
  const { db } = handle
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-media-'))
  const opened = await openFileStorage({ dataDir, s3: null })
  const storage = options.wrap?.(opened) ?? opened
  const time = { now: Date.parse('2026-01-31T10:20:30.000Z') }
  const maxBytes = options.maxBytes ?? 1024 * 1024
  const stored: number[] = []
  const http = createHttp({ logger: createLogger('silent'), trustProxy: false })
  const port = await freePort(0)
  const baseUrl = `http://127.0.0.1:${port}`
  const feature = (secret: string) =>
    createMedia({
      db,
      storage,
      secrets: createSecrets(secret),
      clock: () => time.now,
      baseUrl,
      rateLimits: testRateLimits(() => time.now),
      maxBytes,
      onStored: (bytes) => stored.push(bytes),
      isAnonymous: (owner) => owner.startsWith('visitor:'),
      mayUpload: async () => true,
    })
  const media = feature('the secret of this installation')
  mediaRoutes(http, { media, admitDownload: createDownloadLimit(options.maxDownloads) })
  await http.listen({ port, host: '127.0.0.1' })

  const visitor = {
    owner: `visitor:${newId()}:thumbprint`,
    organizationId: newId(),
    providerId: newId(),
    customerId: null,
  }
  return {
    http,
    media,
    db,
    pool: handle.pool,
    databaseUrl: database.url,
    dataDir,
    storage,
    time,
    stored,
    visitor,
    baseUrl,
    clock: () => time.now,
    /** The same feature with another PARLEY_SECRET. */
    foreign: feature('another secret, of another installation'),
    ticket: (name: string, size: number) => media.createTicket({ ...visitor, name, size }),
    put: (url: string, ticket: string, body: Buffer | string) =>
      fetch(url, {
        method: 'PUT',
        headers: { 'Parley-Upload': ticket },
        body: new Uint8Array(Buffer.from(body)),
      }),
    /** All stored files. */
    files: async () =>
      (await readdir(path.join(dataDir, 'media'), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => `${path.basename(entry.parentPath)}/${entry.name}`),
    sizeOf: async (file: string) => (await stat(path.join(dataDir, 'media', file))).size,
    async close() {
      await http.close()
      await handle.close()
      await database.drop()
      await rm(dataDir, { recursive: true })
    },
  }
}

export type MediaSetup = Awaited<ReturnType<typeof setUpMedia>>

/** Opens an upload whose body is written by the test. */
export function openUpload(
  ticket: { upload_url: string; ticket: string },
  headers: Record<string, string> = {},
): ClientRequest {
  return request(ticket.upload_url, {
    method: 'PUT',
    headers: { 'Parley-Upload': ticket.ticket, ...headers },
    agent: false,
  })
}
