import { startEmbeddedPostgres } from '@parley/server/core/embedded-postgres'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BenchOptions } from '../arguments.ts'
import { fairnessParts } from './fairness.ts'
import { benchLatency } from './latency.ts'
import { benchThroughput } from './throughput.ts'

const parts: Record<string, (databaseUrl: string, quick: boolean) => Promise<void>> = {
  W1: benchThroughput,
  W2: benchLatency,
  ...fairnessParts,
}

/** `npm run bench -- webhooks`: real queue, worker and sender, on real HTTPS. */
export async function benchWebhooks(options: BenchOptions): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'parley-bench-database-'))
  const database = await startEmbeddedPostgres({ dataDir, log: { info: () => {}, warn: console.warn } })
  try {
    for (const [name, run] of Object.entries(parts)) {
      if (options.only.length === 0 || options.only.includes(name)) await run(database.url, options.quick)
    }
  } finally {
    await database.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}
