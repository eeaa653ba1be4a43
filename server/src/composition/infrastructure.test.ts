import { sql } from 'kysely'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { newId } from '../core/ids.ts'
import { createLogger } from '../core/logger.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import { startTestService, testSecret } from '../testing/test-service.ts'
import { createInfrastructure } from './infrastructure.ts'

test('a service refuses the file storage of another database, and closes its connections', async () => {
  const service = await startTestService()
  try {
    const env = { PARLEY_DATA_DIR: service.dataDir }
    // Dropping its database fails if a connection is open.
    await expect(startTestService({ env })).rejects.toThrow('belongs to another database')
    const second = await startTestService({ databaseUrl: service.databaseUrl })
    await second.stop()
  } finally {
    await service.stop()
  }
})

test('a service starts without its files, and says what to do', async () => {
  const service = await startTestService()
  const lines: string[] = []
  try {
    const client = new Client({ connectionString: service.databaseUrl })
    await client.connect()
    await client.query(
      `insert into media (id, organization_id, owner, name, mime, size, storage_key, created_at)
       values ($1, $2, 'agent:x', 'a.bin', 'application/octet-stream', 1, '2026-01-31/lost', now())`,
      [newId(), newId()],
    )
    await client.end()
    await rm(path.join(service.dataDir, 'media'), { recursive: true })
    const logger = createLogger('error', { write: (line: string) => void lines.push(line) })
    const second = await startTestService({ databaseUrl: service.databaseUrl, logger })
    expect(lines.join('')).toMatch(/"level":50.*not mounted.*run `parley take-over-storage`/)
    await second.stop()

    const env = { DATABASE_URL: service.databaseUrl, PARLEY_DATA_DIR: service.dataDir }
    const config = readConfig({ ...env, PARLEY_SECRET: testSecret }, service.dataDir)
    const { databaseUrl } = service
    const infra = await createInfrastructure({ config, databaseUrl, secret: testSecret, logger })
    await expect(infra.confirmFiles()).rejects.toThrow('not mounted')
    await expect(infra.storage.remove('2026-01-31/lost')).rejects.toThrow('not mounted')
    // Keys are random, so a file that is there is this database's.
    await infra.storage.write('2026-01-31/stored', Readable.from([Buffer.alloc(1)]), 1)
    await infra.storage.remove('2026-01-31/stored')
    expect(await infra.storage.read('2026-01-31/stored')).toBeUndefined()
    await infra.lifecycle.stop()
  } finally {
    await service.stop()
  }
})

test('a service starts while its bucket cannot be reached', async () => {
  const lines: string[] = []
  const logger = createLogger('warn', { write: (line: string) => void lines.push(line) })
  const env = {
    PARLEY_S3_BUCKET: 'media',
    PARLEY_S3_ENDPOINT: 'http://127.0.0.1:1',
    PARLEY_S3_REGION: 'eu-test-1',
    PARLEY_S3_KEY_ID: 'KEY',
    PARLEY_S3_SECRET: 'hush',
  }
  const earlier = await startTestService()
  try {
    const service = await startTestService({ databaseUrl: earlier.databaseUrl, env, logger })
    try {
      expect((await service.call('GET', '/readyz')).status).toBe(200)
      expect(lines.join('')).toMatch(/ECONNREFUSED.*the file storage cannot be checked/)
    } finally {
      await service.stop()
    }
  } finally {
    await earlier.stop()
  }
})

test('a process that only serves browsers warns about a clock that differs from the database’s', async () => {
  const lines: string[] = []
  const logger = createLogger('warn', { write: (line: string) => void lines.push(line) })
  const service = await startTestService()
  try {
    const { databaseUrl, dataDir } = service
    const env = { DATABASE_URL: databaseUrl, PARLEY_DATA_DIR: dataDir, PARLEY_ROLES: 'web' }
    const config = readConfig({ ...env, PARLEY_SECRET: testSecret }, dataDir)
    const infra = await createInfrastructure({ config, databaseUrl, secret: testSecret, logger })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10_000 })
    await infra.lifecycle.start()
    vi.useRealTimers()
    await infra.lifecycle.stop()
    expect(lines.join('')).toContain('the system clock differs from the database clock')
  } finally {
    vi.useRealTimers()
    await service.stop()
  }
})

test('what is committed while the process stops is announced to the others', async () => {
  const database = await createTestDatabase()
  const env = {
    DATABASE_URL: database.url,
    PARLEY_SECRET: testSecret,
    PARLEY_DATA_DIR: mkdtempSync(`${tmpdir()}/parley-`),
  }
  const start = () =>
    createInfrastructure({
      config: readConfig(env, env.PARLEY_DATA_DIR),
      databaseUrl: database.url,
      secret: testSecret,
      logger: createLogger('silent'),
    })
  const [stopping, other] = [await start(), await start()]
  try {
    const heard: string[] = []
    other.bus.subscribe('inbox-rows', ({ organization_id: id }) => void heard.push(id))
    const announce = (id: string) =>
      stopping.bus.publish('inbox-rows', { organization_id: id, customer_ids: [] })
    await expect
      .poll(() => {
        announce('before')
        return heard
      })
      .toContain('before')
    const began = Promise.withResolvers<void>()
    const mayCommit = Promise.withResolvers<void>()
    const committed = stopping.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx)
      began.resolve()
      await mayCommit.promise
    })
    const announced = committed.then(() => announce('after the commit'))
    await began.promise
    const stopped = stopping.lifecycle.stop()
    await expect.poll(() => stopping.pool.ending).toBe(true)
    mayCommit.resolve()
    await announced
    await stopped
    await expect.poll(() => heard).toContain('after the commit')
  } finally {
    await stopping.lifecycle.stop()
    await other.lifecycle.stop()
    await rm(env.PARLEY_DATA_DIR, { recursive: true })
    await database.drop()
  }
})
