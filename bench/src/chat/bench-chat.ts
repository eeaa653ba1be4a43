import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
import { benchLatency } from './latency.ts'
import { benchMemory } from './memory.ts'
import { benchThroughput } from './throughput.ts'

/** @param postmaster the database's main process */
type Part = (databaseUrl: string, quick: boolean, postmaster: number) => Promise<void>

const parts: Record<string, Part> = {
  B1: benchLatency,
  B2: benchThroughput,
  B3: benchMemory,
}

/** `npm run bench -- chat`: floors and product on one database, alternating, in one run. */
export async function benchChat(options: BenchOptions): Promise<void> {
  const database = await startDatabase()
  const { postmaster } = database
  try {
    for (const [name, run] of Object.entries(parts)) {
      if (options.only.length === 0 || options.only.includes(name))
        await run(database.url, options.quick, postmaster)
    }
  } finally {
    await database.stop()
  }
}
