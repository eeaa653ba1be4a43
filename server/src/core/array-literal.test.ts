import { expect, test } from 'vitest'
import { createTestDatabase } from '../testing/test-database.ts'
import { plainArray, textArray } from './array-literal.ts'
import { openDatabase } from './database.ts'

test('PostgreSQL parses array literals back to the same texts, nulls and ids', async () => {
  const database = await createTestDatabase()
  const { pool, close } = openDatabase(database.url, { connections: 1 })
  const texts = [
    '',
    'NULL',
    '{a,b}',
    '"quoted"',
    String.raw`C:\path\"x"`,
    'line\nbreak\ttab',
    ' spaces ',
    '🙂 ü',
    null,
  ]
  const ids = ['0198b5a0-0000-7000-8000-000000000001', '0198b5a0-0000-7000-8000-000000000002']
  const { rows } = await pool.query('select $1::text[] as texts, $2::uuid[] as ids, $3::text[] as none', [
    textArray(texts),
    plainArray(ids),
    textArray([]),
  ])
  expect(rows).toEqual([{ texts, ids, none: [] }])
  await close()
  await database.drop()
})
