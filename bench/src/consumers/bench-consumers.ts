import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { benchCatchUp } from './catch-up.ts'
import { benchDiscovery } from './discovery.ts'
import { benchLag } from './lag.ts'
import { benchMessageCost } from './message-cost.ts'

const parts: Record<string, (databaseUrl: string, quick: boolean) => Promise<void>> = {
  L1: benchLag,
  L2: benchCatchUp,
  L3: benchMessageCost,
  L4: benchDiscovery,
}

/** `npm run bench -- consumers`: durable log consumers, and the designs they were chosen from. */
export async function benchConsumers(options: BenchOptions): Promise<void> {
  const database = await startDatabase()
  try {
    for (const [name, run] of Object.entries(parts)) {
      if (options.only.length === 0 || options.only.includes(name)) await run(database.url, options.quick)
    }
  } finally {
    await database.stop()
  }
}
