import { startEmbeddedPostgres } from '@parley/server/core/embedded-postgres'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BenchOptions } from '../arguments.ts'
import { postmasterIn } from '../processes.ts'
import { benchReloads } from './reloads.ts'
import { benchRouting } from './routing.ts'
import { benchSetup } from './setup.ts'

const parts: Record<
  string,
  (databaseUrl: string, options: BenchOptions, postmaster: number) => Promise<void>
> = {
  C1: (databaseUrl, { quick }, postmaster) => benchRouting(databaseUrl, quick, postmaster),
  C2: (databaseUrl, { quick }) => benchSetup(databaseUrl, quick),
  C3: benchReloads,
}

/**
 * `npm run bench -- calls`: time until the next call rings, until both sides hear each other, and until the audio is back
 * after a reload.
 */
export async function benchCalls(options: BenchOptions): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-bench-database-'))
  const database = await startEmbeddedPostgres({
    dataDir,
    log: { info: () => {}, warn: console.warn },
  })
  const postmaster = await postmasterIn(dataDir)
  try {
    for (const [name, run] of Object.entries(parts)) {
      if (options.only.length === 0 || options.only.includes(name))
        await run(database.url, options, postmaster)
    }
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
