import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Client } from 'pg'
import { inject } from 'vitest'

/** Has all migrations. Must have no connections, because PostgreSQL cannot copy a database in use. */
export const templateDatabase = 'parley_template'

export type TestDatabase = {
  url: string
  /**
   * Fails if the test left a connection open.
   * @param graceMs how long connections may take to end. Default: 10 s
   */
  drop(graceMs?: number): Promise<void>
}

/** Creates a migrated database for one test file by copying the template, in about 30 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(server, name, templateDatabase)
  return { url, drop: (graceMs = 10_000) => dropDatabase(server, name, graceMs) }
}

/** Creates a database on the given server and returns its URL. */
export async function createDatabase(server: string, name: string, template = 'template1'): Promise<string> {
  await connected(server, (client) => client.query(`create database ${name} template ${template}`))
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function dropDatabase(server: string, name: string, graceMs: number): Promise<void> {
  await connected(server, async (client) => {
    // The backend process of a closed connection exits with a delay.
    for (let waited = 0; (await connections(client, name)) > 0; waited += 20) {
      if (waited >= graceMs)
        throw new Error(`The test left connections open: ${await connections(client, name)}.`)
      await setTimeout(20)
    }
    await client.query(`drop database ${name}`)
  })
}

/** Without autovacuum workers, which PostgreSQL ends when the database is dropped. */
async function connections(client: Client, database: string): Promise<number> {
  const { rowCount } = await client.query(
    "select from pg_stat_activity where datname = $1 and backend_type = 'client backend'",
    [database],
  )
  return rowCount ?? 0
}

async function connected(server: string, use: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: server })
  await client.connect()
  try {
    await use(client)
  } finally {
    await client.end()
  }
}
