import type pg from 'pg'

export const factTables = ['episode', 'assignment_span', 'wait_span', 'handling', 'call_fact']

/** All facts but how far the log is accounted for, which a rebuild may move. */
export async function factContents(database: pg.Client): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {}
  for (const table of factTables) {
    const { rows } = await database.query(
      `select to_jsonb(t) - 'through_seq' as row from ${table} t order by (to_jsonb(t) - 'through_seq')::text`,
    )
    found[table] = rows
  }
  return found
}
