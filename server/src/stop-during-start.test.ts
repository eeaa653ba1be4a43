import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from './core/free-port.ts'
import { kill } from './testing/killed-processes.ts'
import { spawnService } from './testing/service-program.ts'
import { createTestDatabase } from './testing/test-database.ts'

const soon = { timeout: 30_000, interval: 20 }

test(
  'SIGTERM while workers are being started makes /readyz return 503 before they have started',
  { timeout: 60_000 },
  async () => {
    const database = await createTestDatabase()
    const client = new Client({ connectionString: database.url })
    await client.connect()
    // The service listens, and waits for this table before it starts its workers.
    await client.query('begin; lock table log_consumer_range in access exclusive mode')
    const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-stop-'))
    const port = await freePort(0)
    const child = spawnService({ port, dataDir, databaseUrl: database.url }, ['ignore', 'ignore', 'inherit'])
    onTestFinished(async () => {
      await client.end()
      await kill(child)
      await rm(dataDir, { recursive: true })
      await database.drop()
    })
    const ready = () =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ status }) => status,
        () => null,
      )
    const isWaiting = async () => {
      const { rowCount } = await client.query(
        "select from pg_locks where relation = 'log_consumer_range'::regclass and not granted",
      )
      return rowCount === 1
    }
    await expect.poll(ready, soon).toBe(200)
    await expect.poll(isWaiting, soon).toBe(true)
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    await expect.poll(ready, soon).toBe(503)
    expect(await isWaiting()).toBe(true)
    await client.query('rollback')
    expect(await exited).toEqual([0, null])
  },
)
