import { readConfig } from '../config.ts'
import { migrate } from '../core/migrate.ts'
import { openCommandDatabase } from './command-database.ts'

/** `parley migrate`: runs the pending migrations without starting the service, which otherwise runs them when it starts. */
export async function run(): Promise<number> {
  const database = await openCommandDatabase(readConfig(process.env, process.cwd()), { create: true })
  if (!database.found) throw new Error('A database is created when there is none')
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
