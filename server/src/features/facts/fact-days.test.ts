import { reportKinds, reportShapes } from '@parley/protocol/report-metrics'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { useMonth } from '../../testing/month-scene.ts'
import { createFactDays } from './fact-days.ts'
import { replaceFacts } from './fact-store.ts'
import { noFacts, type EpisodeRow } from './fact-tables.ts'

const month = useMonth()
let handle: DatabaseHandle
beforeAll(async () => {
  handle = openDatabase(month.service.databaseUrl, { connections: 2 })
  const { database, organization, agentIds } = month
  await database.query(
    `insert into presence_record (seen_at) values ('2026-11-01T12:00Z') on conflict (id) do update set seen_at = excluded.seen_at`,
  )
  await database.query(
    `insert into presence_span (organization_id, agent_id, state, from_at, to_at)
     select $1, agent, case extract(isodow from day) when 3 then 'in_call' else 'online' end, day + interval '7 hours', day + interval '16 hours'
     from unnest($2::uuid[]) agent, generate_series('2026-09-28'::timestamptz, '2026-10-31', '1 day') day`,
    [organization.id, agentIds],
  )
  // Over midnight, and still open.
  await database.query(
    `insert into presence_span (organization_id, agent_id, state, from_at, to_at)
     values ($1, $2, 'online', '2026-10-20T20:00Z', '2026-10-21T02:00Z'), ($1, $2, 'away', '2026-11-01T08:00Z', null)`,
    [organization.id, agentIds[0]],
  )
})
afterAll(() => handle.close())

const october = 'from=2026-10-01&to=2026-10-31'
const queries = reportKinds.flatMap((kind) => [
  `${kind}?${october}&compare=previous&interval=day`,
  `${kind}?${october}&clock=business_hours&interval=week&group=${reportShapes[kind].groups.at(-1) ?? ''}`.replace(
    /&group=$/,
    '',
  ),
])

/** All figures, with filters too. */
async function figures(): Promise<Record<string, unknown>> {
  const [agent, other] = month.agentIds
  const filters = [
    `response?from=2026-10-24&to=2026-10-26&interval=hour`,
    `agents?from=2026-10-24&to=2026-10-26&interval=hour&agent=${agent}`,
    `response?${october}&agent=${agent},${other}&label=${month.labels[0]?.id},none&group=label`,
    `conversations?${october}&team=${month.teams[0]?.id},none&channel=widget`,
  ]
  const found: Record<string, unknown> = {}
  for (const query of [...queries, ...filters]) {
    const { status, body } = await month.call(query)
    expect(status, query).toBe(200)
    const { as_of: _time, ...report } = body as Record<string, unknown>
    found[query] = report
  }
  return found
}

/** Days are stored whatever they contain, as of this time. */
const store = (now: string, minimum = 1) =>
  createFactDays({ db: handle.db, clock: () => Date.parse(now), minimum }).store()

async function stored(): Promise<{ source: string; days: number }[]> {
  const { rows } = await month.database.query<{ source: string; days: number }>(
    `select source, count(distinct from_at)::int as days from fact_day where organization_id = $1 group by 1 order by 1`,
    [month.organization.id],
  )
  return rows
}

/** The times of day, in UTC, at which stored days begin. */
async function storedTimes(): Promise<string[]> {
  const { rows } = await month.database.query<{ time: string }>(
    `select distinct to_char(from_at at time zone 'UTC', 'HH24:MI') as time from fact_day where organization_id = $1`,
    [month.organization.id],
  )
  return rows.map(({ time }) => time)
}

describe('stored days', () => {
  test('have the figures of their rows', async () => {
    const expected = await figures()
    expect(expected[`agents?${october}&compare=previous&interval=day`]).toMatchObject({
      totals: { online: { count: expect.toSatisfy((count: number) => count > 1_000_000) } },
    })
    await store('2026-10-15T12:00Z')
    const half = await stored()
    expect(await figures()).toEqual(expected)
    await store('2026-11-05T12:00Z')
    const all = await stored()
    expect(all.map(({ source }) => source)).toEqual(
      expect.arrayContaining(['call', 'ended', 'handling', 'presence', 'rated', 'reply', 'started', 'wait']),
    )
    for (const [index, { days }] of half.entries()) expect(all[index]?.days).toBeGreaterThan(days)
    expect(await figures()).toEqual(expected)
  })

  test('are read instead of rows', async () => {
    const before = await month.report('conversations', october)
    await month.database.query(
      `update fact_day set version = null, data = case name when 'flags' then regexp_replace(data, '[^=]', 'A', 'g') else data end
       where source = 'ended'`,
    )
    const after = await month.report('conversations', october)
    expect(before.totals.closed?.count).toBeGreaterThan(0)
    expect(after.totals.closed?.count).toBe(0)
    await month.database.query('delete from fact_day_progress')
  })

  test('are deleted with the rows that change, and stored again', async () => {
    await store('2026-11-05T12:00Z')
    const before = await stored()
    expect(before.length).toBeGreaterThan(7)
    await month.facts.rebuild()
    expect((await stored()).filter(({ source }) => source !== 'presence')).toEqual([])
    const expected = await figures()
    await store('2026-11-05T12:10Z')
    expect(await stored()).toEqual(before)
    expect(await figures()).toEqual(expected)
  })

  test('of another time zone are not read, and stored anew', async () => {
    await month.database.query(`update business_hours set time_zone = 'America/New_York'`)
    const expected = await figures()
    await store('2026-11-05T12:20Z')
    expect(await figures()).toEqual(expected)
    const { rows } = await month.database.query(
      `select distinct extract(hour from from_at at time zone 'America/New_York')::int as hour from fact_day
       where organization_id = $1`,
      [month.organization.id],
    )
    expect(rows).toEqual([{ hour: 0 }])
  })

  test('are stored and read in UTC while the database does not know the time zone any more', async () => {
    await month.database.query(`update business_hours set time_zone = 'Canada/East-Saskatchewan'`)
    await month.facts.rebuild()
    await store('2026-11-05T12:21Z')
    expect(await storedTimes()).toEqual(['00:00'])
    const expected = await figures()
    await month.database.query(`update fact_day_progress set time_zone = 'Canada/East-Saskatchewan'`)
    await month.facts.rebuild()
    expect(await figures()).toEqual(expected)
    await store('2026-11-05T12:22Z')
    expect(await storedTimes()).toEqual(['00:00'])
    expect(await figures()).toEqual(expected)
  })

  test('are stored for all other organizations when one fails', async () => {
    const { organization, database } = month
    await database.query('delete from fact_day_progress')
    await database.query('delete from fact_day')
    await database.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create trigger refused before insert on fact_day for each row
        when (new.organization_id = '${organization.id}') execute function refuse()`)
    await expect(store('2026-11-05T12:25Z')).rejects.toThrow('refused')
    await database.query('drop function refuse cascade')
    const { rows } = await database.query(
      'select name from organization where exists (select from fact_day where organization_id = organization.id)',
    )
    expect(rows).toEqual([{ name: 'Other' }])
  })

  test('are deleted with a fact of the hour that the clock repeats after midnight', async () => {
    const { organization, database } = month
    const change = (at: string) =>
      handle.db.transaction().execute(async (trx) => {
        const { rows } = await sql<EpisodeRow>`
          select * from episode where organization_id = ${organization.id} order by started_at, customer_id limit 1`.execute(
          trx,
        )
        await replaceFacts(trx, { ...noFacts(), episode: rows.map((row) => ({ ...row, started_at: at })) })
      })
    const storedOn = async () => {
      const { rows } = await database.query<{ day: string }>(
        `select distinct to_char(from_at at time zone 'UTC', 'MM-DD HH24:MI') as day from fact_day
         where organization_id = $1 and source = 'started' and from_at between '2026-10-23T12:00Z' and '2026-10-25T12:00Z' order by 1`,
        [organization.id],
      )
      return rows.map(({ day }) => day)
    }
    await database.query(`update business_hours set time_zone = 'Atlantic/Azores'`)
    await store('2026-11-05T12:23Z')
    expect(await storedOn()).toEqual(['10-24 00:00', '10-25 01:00'])
    await change('2026-10-25T00:30:00.000Z')
    expect(await storedOn()).toEqual(['10-25 01:00'])
    await store('2026-11-05T12:24Z')
    expect(await storedOn()).toEqual(['10-24 00:00', '10-25 01:00'])
  })

  test('are not kept for days with few facts', async () => {
    await month.database.query('delete from fact_day_progress')
    await month.database.query('delete from fact_day')
    await store('2026-11-05T12:30Z', 1_000)
    expect((await stored()).map(({ source }) => source)).toEqual(['presence'])
  })
})
