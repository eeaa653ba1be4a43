import { readConfig } from '../config.ts'
import { migrate } from '../core/migrate.ts'
import { openExistingDatabase } from './command-database.ts'

/**
 * `parley migrate`: runs the pending migrations without starting the service, which otherwise runs them when it starts. Creates no embedded
 * database: a job without DATABASE_URL would report success.
 */
export async function run(): Promise<number> {
  const database = await openExistingDatabase(readConfig(process.env, process.cwd()))
  try {
    const names = await migrate(database.url, {
      onBlocked: (message) => process.stderr.write(`${message}\n`),
    })
    process.stdout.write(
      names.length === 0 ? 'Nothing to migrate.\n' : names.map((name) => `${name}\n`).join(''),
    )
    return 0
  } finally {
    await database.close()
  }
}
