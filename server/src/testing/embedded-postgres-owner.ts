import { Client } from 'pg'
import { startEmbeddedPostgres } from '../core/embedded-postgres.ts'

/**
 * Runs the embedded PostgreSQL in a separate process, for tests that kill it. Arguments: data directory, shared directory.
 * Writes a row, prints `ready <url>` and then runs until it is killed.
 */
const [dataDir = '', sharedDir = ''] = process.argv.slice(2)
const log = { info: () => {}, warn: () => {} }
const { url } = await startEmbeddedPostgres({ dataDir, sharedDir, log, durable: false })
const client = new Client({ connectionString: url })
await client.connect()
await client.query('create table if not exists kept (id int)')
await client.query('insert into kept values (1)')
console.log(`ready ${url}`)
setInterval(() => {}, 60_000)
