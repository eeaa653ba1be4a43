import { Client } from 'pg'
import { startEmbeddedPostgres } from '../core/embedded-postgres.ts'

/**
 * A service in a process of its own, for tests that kill it. Arguments: data dir, shared dir. Writes a row, says
 * `ready <url>` and then lives until it is killed.
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
