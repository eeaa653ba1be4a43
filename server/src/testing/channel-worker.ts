import { readConfig } from '../config.ts'
import { createApp } from '../app.ts'
import { createLogger } from '../core/logger.ts'
import { testPasswordHashing } from './test-password.ts'

/**
 * The service in a separate process, for tests that kill it. Argument: its environment as JSON. Prints `ready` when workers run.
 */
const env = JSON.parse(process.argv[2] ?? '') as Record<string, string>
const config = readConfig(env, process.cwd())
const app = await createApp({
  config,
  databaseUrl: config.databaseUrl ?? '',
  secret: config.secret ?? '',
  logger: createLogger('silent'),
  passwordHashing: testPasswordHashing,
})
await app.listen()
console.log('ready')
