import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { openDatabase } from './database.ts'
import { deleteInBatches } from './delete-in-batches.ts'

test('a row that is renewed while its deletion waits for it is kept', async () => {
  const database = await createTestDatabase()
  const handle = openDatabase(database.url)
  await handle.pool.query(
    'create table expiring as select id, false as renewed from generate_series(1, 3) as id',
  )
  const renewal = await handle.pool.connect()
  await renewal.query('begin')
  await renewal.query('update expiring set renewed = true where id = 2')
  const deleting = deleteInBatches(handle.db, 'expiring', sql`not renewed`)
  await expect
    .poll(async () => {
      const { rowCount } = await handle.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
      return rowCount
    })
    .toBe(1)
  await renewal.query('commit')
  renewal.release()
  await deleting
  const { rows } = await handle.pool.query('select id from expiring')
  expect(rows).toEqual([{ id: 2 }])
  await handle.close()
  await database.drop()
})
