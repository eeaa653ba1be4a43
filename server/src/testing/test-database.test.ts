import { Client } from 'pg'
import { expect, it } from 'vitest'
import { createTestDatabase } from './test-database.ts'

it('refuses to drop a database with open connections', async () => {
  const database = await createTestDatabase()
  const client = new Client({ connectionString: database.url })
  await client.connect()
  await expect(database.drop(0)).rejects.toThrow('The test left connections open: 1')
  await client.end()
  await database.drop()
})

it('creates a separate migrated database on each call', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()])
  const client = new Client({ connectionString: one.url })
  await client.connect()
  const { rows } = await client.query<{ migrations: number }>(
    'select count(*)::int as migrations from migration',
  )
  await client.end()
  expect(one.url).not.toBe(two.url)
  expect(rows[0]?.migrations).toBeGreaterThan(0)
  await Promise.all([one.drop(), two.drop()])
})
