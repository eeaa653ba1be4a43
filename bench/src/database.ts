import { startEmbeddedPostgres } from '@parley/server/core/embedded-postgres'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'

export interface BenchDatabase {
  url: string
  /** The database's main process. */
  postmaster: number
  /** Also for other files of the benchmark. Removed by `stop`. */
  dataDir: string
  /** Stops and removes it. */
  stop(): Promise<void>
}

/** Starts a PostgreSQL for one benchmark. @param maxConnections default: PostgreSQL's own, 100 */
export async function startDatabase(maxConnections?: number): Promise<BenchDatabase> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-bench-database-'))
  // PostgreSQL runs as another account when started by root. If that account cannot enter, its data goes to /var/lib and is not removed.
  await chmod(dataDir, 0o711)
  const log = { info: () => {}, warn: console.warn }
  const limits = maxConnections === undefined ? {} : { maxConnections }
  const postgres = await startEmbeddedPostgres({ dataDir, log, ...limits })
  await fillWal(postgres.url).catch(async (error: unknown) => {
    await postgres.stop()
    throw error
  })
  return {
    url: postgres.url,
    postmaster: await postmasterIn(dataDir),
    dataDir,
    async stop() {
      await postgres.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * Writes 1.4 GB, so that PostgreSQL recycles WAL segments, as it does once it has run for some time. A new database creates
 * each segment of 16 MiB when it is needed, and all commits wait for it.
 */
async function fillWal(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('create table filling (content text)')
    await client.query('alter table filling alter content set storage external')
    for (let round = 0; round < 14; round++) {
      await client.query(`insert into filling select repeat('x', 100000) from generate_series(1, 1000)`)
      await client.query('truncate filling')
    }
    await client.query('drop table filling')
  } finally {
    await client.end()
  }
}

async function postmasterIn(dataDir: string): Promise<number> {
  return Number((await readFile(`${dataDir}/postgres/data/postmaster.pid`, 'utf8')).split('\n')[0])
}
