import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../core/database.ts'
import { useMonth } from '../../testing/month-scene.ts'
import { foundOrganization } from '../../testing/test-service.ts'
import { factContents, factTables as tables } from '../../testing/fact-contents.ts'
import { openSeconds } from '../business-hours/open-time.ts'
import { customersAfter } from './fact-store.ts'
import { openTimes } from './hours-versions.ts'

const month = useMonth()

const contents = () => factContents(month.database)

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

  test('of many versions of hours, only those in force since a conversation began are read', async () => {
    const { id: organizationId } = await foundOrganization(month.service, 'Hourly')
    await month.database.query(
      `insert into hours_version (organization_id, from_at, enabled, time_zone, week, exceptions)
       select $1, '2026-03-02T00:00Z'::timestamptz + n * interval '1 hour', n % 2 = 0, 'UTC', '[[],[],[],[],[],[],[]]', '[]'
       from generate_series(1, 500) n`,
      [organizationId],
    )
    let read = 0
    const { db, close } = openDatabase(month.service.databaseUrl, { connections: 1 })
    const counted = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult({ result }) {
        read += result.rows.length
        return Promise.resolve(result)
      },
    })
    const begin = Date.parse('2026-03-02T00:00Z') + 498.5 * 3_600_000
    const openTime = await counted
      .transaction()
      .execute((trx) => openTimes(trx, new Map([[organizationId, begin]]), openSeconds))
    await close()
    // Closed for half an hour, open for one, closed from then on.
    expect(openTime(organizationId, null)(begin, begin + 3 * 3_600_000)).toBe(3600)
    expect(read).toBe(3)
  })
})
