import { readConfig } from '../config.ts'
import { openDatabase } from '../core/database.ts'
import { migrate } from '../core/migrate.ts'
import { openSeconds } from '../features/business-hours/open-time.ts'
import { createFacts } from '../features/facts/facts.ts'
import { openExistingDatabase } from './command-database.ts'
import { readArguments, UsageError } from './read-arguments.ts'

/** Customers per progress line. */
const progressStep = 10_000

/** `parley facts rebuild`: computes what reports count from the log again. Works whether the service is running or not. */
export async function run(words: string[]): Promise<number> {
  const { positionals } = readArguments(words, { max: 1, options: {} })
  if (positionals[0] !== 'rebuild') throw new UsageError('Write "rebuild" after "facts".')
  const config = readConfig(process.env, process.cwd())
  const database = await openExistingDatabase(config)
  try {
    if (!database.isInUse) await migrate(database.url)
    const handle = openDatabase(database.url, { queryTimeoutMs: null })
    try {
      let printed = 0
      const customers = await createFacts({ db: handle.db, openSeconds }).rebuild((done) => {
        if (done - printed < progressStep) return
        printed = done
        process.stdout.write(`${done} customers\n`)
      })
      process.stdout.write(`The facts of ${customers} customers were computed from the log.\n`)
      return 0
    } finally {
      await handle.close()
    }
  } finally {
    await database.close()
  }
}
