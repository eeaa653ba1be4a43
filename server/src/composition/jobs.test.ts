import pg from 'pg'
import { expect, test } from 'vitest'
import { createLogger } from '../core/logger.ts'
import { createTestDatabase } from '../testing/test-database.ts'
import type { Contributions } from './feature.ts'
import type { Infrastructure } from './infrastructure.ts'
import { runJobs } from './jobs.ts'
import { createLifecycle } from './lifecycle.ts'

test('a stop while jobs are being started waits for them and leaves no connection', async () => {
  const database = await createTestDatabase()
  const lifecycle = createLifecycle({ worker: true })
  const jobs = { tidy: { cron: '0 0 * * *', run: async () => {} } }
  runJobs(
    { lifecycle, databaseUrl: database.url, logger: createLogger('silent') } as Infrastructure,
    { jobs } as unknown as Contributions,
  )
  const starting = lifecycle.start()
  await lifecycle.stop()
  await starting
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const connections = async () => {
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'parley jobs' and datname = current_database()",
    )
    return rows
  }
  // PostgreSQL ends the process of a closed connection a moment later.
  await expect.poll(connections).toEqual([])
  await client.end()
  await database.drop()
})
