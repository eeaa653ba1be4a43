import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { fairnessParts } from './fairness.ts'
import { benchLatency } from './latency.ts'
import { benchThroughput } from './throughput.ts'

const parts: Record<string, (databaseUrl: string, quick: boolean, postmaster: number) => Promise<void>> = {
  W1: benchThroughput,
  W2: benchLatency,
  ...fairnessParts,
}

/** `npm run bench -- webhooks`: real queue, worker and sender, on real HTTPS. */
export async function benchWebhooks(options: BenchOptions): Promise<void> {
  const database = await startDatabase()
  try {
    for (const [name, run] of Object.entries(parts)) {
      if (options.only.length === 0 || options.only.includes(name))
        await run(database.url, options.quick, database.postmaster)
    }
  } finally {
    await database.stop()
  }
}
