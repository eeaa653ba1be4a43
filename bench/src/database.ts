import { startEmbeddedPostgres } from '@parley/server/core/embedded-postgres'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

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

async function postmasterIn(dataDir: string): Promise<number> {
  return Number((await readFile(`${dataDir}/postgres/data/postmaster.pid`, 'utf8')).split('\n')[0])
}
