import type { BenchOptions } from '../arguments.ts'
import { startDatabase } from '../database.ts'
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
  const database = await startDatabase()
  const { postmaster } = database
  try {
    for (const [name, run] of Object.entries(parts)) {
      if (options.only.length === 0 || options.only.includes(name))
        await run(database.url, options, postmaster)
    }
  } finally {
    await database.stop()
  }
}
