import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { useMonth } from '../../testing/month-scene.ts'
import { customersAfter } from './fact-store.ts'

const month = useMonth()

const tables = ['episode', 'assignment_span', 'wait_span', 'handling', 'call_fact']

async function contents(): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const table of tables) {
    const { rows } = await month.database.query(
      `select to_jsonb(t) - 'through_seq' as row from ${table} t order by (to_jsonb(t) - 'through_seq')::text`,
    )
    found[table] = rows
  }
  return found
}

describe('facts', () => {
  test('a rebuild writes what the consumer and refreshes have written while the month passed', async () => {
    const incremental = await contents()
    expect(Object.values(incremental).map((rows) => rows.length > 50)).toEqual(tables.map(() => true))
    await month.facts.rebuild()
    const rebuilt = await contents()
    for (const table of tables) expect(rebuilt[table], table).toEqual(incremental[table])
  })

  test('a rebuild replaces wrong rows', async () => {
    const before = await contents()
    await month.database.query(`update episode set agent_id = null, resolution = 1`)
    await month.database.query(`delete from wait_span where position = 0`)
    await month.facts.rebuild()
    expect(await contents()).toEqual(before)
  })

  test('groups of customers are bounded by customers and by log entries', async () => {
    const { db, close } = openDatabase(month.service.databaseUrl, { connections: 1 })
    const first = '00000000-0000-0000-0000-000000000000'
    const { rows } = await month.database.query<{ customer_id: string; last_seq: number }>(
      'select customer_id, last_seq::int from customer_log order by customer_id limit 3',
    )
    const ids = rows.map((row) => row.customer_id)
    const entries = (rows[0]?.last_seq ?? 0) + (rows[1]?.last_seq ?? 0)
    const groups = await Promise.all([
      customersAfter(db, first, { customers: 3, entries: 1_000_000 }),
      customersAfter(db, first, { customers: 200, entries }),
      // More than all may have: never an empty group.
      customersAfter(db, first, { customers: 200, entries: 0 }),
    ])
    expect(groups).toEqual([ids, ids.slice(0, 2), ids.slice(0, 1)])
    await close()
  })
})
