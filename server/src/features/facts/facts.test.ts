import { describe, expect, test } from 'vitest'
import { useMonth } from '../../testing/month-scene.ts'

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
})
