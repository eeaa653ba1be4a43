import { readConfig } from '../config.ts'
import { systemClock } from '../core/clock.ts'
import { openDatabase } from '../core/database.ts'
import { createLogger } from '../core/logger.ts'
import { migrate } from '../core/migrate.ts'
import { StartError } from '../core/start-error.ts'
import { createAccountEvents } from '../features/agents/account-events.ts'
import { createPasswordResets } from '../features/agents/password-resets.ts'
import { openExistingDatabase } from './command-database.ts'
import { readArguments, UsageError } from './read-arguments.ts'

/**
 * `parley reset-password`: prints a one-time link, for example for the only owner. It may reset any password, because
 * anyone who can run it can also read the database. Works whether the service is running or not.
 */
export async function run(words: string[]): Promise<number> {
  const [email] = readArguments(words, { max: 1, options: {} }).positionals
  if (email === undefined) throw new UsageError('Name the e-mail of an account.')
  const config = readConfig(process.env, process.cwd())
  const database = await openExistingDatabase(config)
  try {
    // After an upgrade, the command may run before the service.
    if (!database.isInUse) await migrate(database.url)
    const handle = openDatabase(database.url)
    try {
      const record = createAccountEvents({ clock: systemClock, logger: createLogger('silent') })
      const resets = createPasswordResets({ ...config, db: handle.db, clock: systemClock, record })
      const link = await resets.createFor(email, 'command')
      if (!link) throw new StartError(`Nobody has the e-mail ${email}. Check the spelling.`)
      process.stdout.write(
        `${link.url}\n\nThis link sets a new password for ${link.person.email}. ` +
          'It works once, within 24 hours, and ends all sessions of this person.\n',
      )
      return 0
    } finally {
      await handle.close()
    }
  } finally {
    await database.close()
  }
}
