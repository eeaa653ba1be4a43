import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { useShop } from '../../testing/test-shop.ts'
import { chunkOf, encodeChunk } from './fact-chunk.ts'
import { factShape } from './fact-shape.ts'
import { createStoredDays, type StoredDays } from './stored-days.ts'

const shop = useShop()
let handle: DatabaseHandle
let organizationId = ''
beforeAll(() => {
  handle = openDatabase(shop.service.databaseUrl, { connections: 1 })
  organizationId = shop.organization.id
})
afterAll(() => handle.close())

const dayMs = 86_400_000
const first = Date.parse('2026-03-02T00:00Z')
const second = first + dayMs
const iso = (at: number) => new Date(at).toISOString()

/** Replaces the columns of a day. */
async function write(from: number, durations: readonly number[], version: string | null): Promise<void> {
  const facts = durations.map((wait, index) => ({ at: from + index, flags: 1, agent: `agent ${wait}`, wait }))
  await shop.database.query('delete from fact_day where organization_id = $1 and from_at = $2', [
    organizationId,
    iso(from),
  ])
  for (const [name, data] of encodeChunk(chunkOf({ from, to: from + dayMs }, facts, ['wait'])))
    await shop.database.query(
      `insert into fact_day (organization_id, source, from_at, to_at, version, name, data) values ($1, 'call', $2, $3, $4, $5, $6)`,
      [organizationId, iso(from), iso(from + dayMs), version, name, data.toString('base64')],
    )
}

beforeEach(async () => {
  await shop.database.query('delete from fact_day')
  await shop.database.query(
    `insert into fact_day_progress (organization_id, time_zone, shape, through_at) values ($1, 'UTC', $2, now())
     on conflict (organization_id) do nothing`,
    [organizationId, factShape],
  )
})

/** The waits and agents of each day of this period. */
async function read(
  storedDays: StoredDays,
  { from = first, to = second + dayMs, names = ['wait', 'agent'], source = 'call' } = {},
): Promise<{ waits: number[]; agents: string[] }[]> {
  const period = { organizationId, from: iso(from), to: iso(to), timeZone: 'UTC' }
  const days = await handle.db.transaction().execute(async (trx) => {
    const listed = await storedDays.list(trx, [source], period)
    return storedDays.read(trx, listed.get(source) ?? [], [...names, 'flags', 'keys'])
  })
  return days.map(({ values, ids, keys }) => ({
    waits: [...(values.get('wait') ?? [])],
    agents: [...(ids.get('agent') ?? [])].map((id) => keys[id] ?? ''),
  }))
}

const day = (...waits: number[]) => ({ waits, agents: waits.map((wait) => `agent ${wait}`) })
const megabyte = 1024 * 1024

test('a day that was written again is read again', async () => {
  const storedDays = createStoredDays(megabyte)
  await write(first, [1, 2], randomUUID())
  await write(second, [3], randomUUID())
  expect(await read(storedDays)).toEqual([day(1, 2), day(3)])
  await write(first, [4, 5, 6], randomUUID())
  expect(await read(storedDays)).toEqual([day(4, 5, 6), day(3)])
  await shop.database.query('delete from fact_day where from_at = $1', [iso(second)])
  expect(await read(storedDays)).toEqual([day(4, 5, 6)])
})

test('a day of the same version is read once', async () => {
  const storedDays = createStoredDays(megabyte)
  const version = randomUUID()
  await write(first, [1, 2], version)
  expect(await read(storedDays)).toEqual([day(1, 2)])
  await write(first, [7, 8], version)
  expect(await read(storedDays)).toEqual([day(1, 2)])
})

test('a day without a version is always read', async () => {
  const storedDays = createStoredDays(megabyte)
  await write(first, [1], null)
  expect(await read(storedDays)).toEqual([day(1)])
  await write(first, [2], null)
  expect(await read(storedDays)).toEqual([day(2)])
})

test('columns that were not read before are added to those of the same version, and not to others', async () => {
  const storedDays = createStoredDays(megabyte)
  const version = randomUUID()
  await write(first, [1, 2], version)
  expect(await read(storedDays, { names: ['wait'] })).toEqual([{ waits: [1, 2], agents: [] }])
  expect(await read(storedDays, { names: ['agent'] })).toEqual([{ ...day(1, 2), waits: [] }])
  await write(first, [7, 8], version)
  expect(await read(storedDays)).toEqual([day(1, 2)])
  await write(first, [3], randomUUID())
  expect(await read(storedDays, { names: ['agent'] })).toEqual([{ ...day(3), waits: [] }])
  expect(await read(storedDays)).toEqual([day(3)])
})

test('days outside the period and of other sources are left out, whether they are in memory or not', async () => {
  const storedDays = createStoredDays(megabyte)
  await write(first, [1], randomUUID())
  await write(second, [2], randomUUID())
  for (const round of ['read', 'in memory']) {
    expect(await read(storedDays), round).toEqual([day(1), day(2)])
    expect(await read(storedDays, { to: second }), round).toEqual([day(1)])
    expect(await read(storedDays, { from: first + 1 }), round).toEqual([day(2)])
    expect(await read(storedDays, { source: 'wait' }), round).toEqual([])
  }
})

test('the days that were used longest ago are forgotten first', async () => {
  // Room for one of them.
  const storedDays = createStoredDays(1_500)
  const versions = [randomUUID(), randomUUID()] as const
  await write(first, [1], versions[0])
  await write(second, [2], versions[1])
  await read(storedDays)
  await write(first, [3], versions[0])
  await write(second, [4], versions[1])
  expect(await read(storedDays)).toEqual([day(3), day(2)])
})

test('days of a long period are not kept, and do not displace others', async () => {
  const storedDays = createStoredDays(megabyte, 1)
  const versions = [randomUUID(), randomUUID()] as const
  await write(first, [1], versions[0])
  await write(second, [2], versions[1])
  await read(storedDays, { to: second })
  await read(storedDays)
  await write(first, [3], versions[0])
  await write(second, [4], versions[1])
  expect(await read(storedDays)).toEqual([day(3), day(4)])
  expect(await read(storedDays, { to: second })).toEqual([day(1)])
  expect(await read(storedDays, { from: second })).toEqual([day(4)])
})

test('none are kept with a limit of 0', async () => {
  const storedDays = createStoredDays(0)
  const version = randomUUID()
  await write(first, [1], version)
  await read(storedDays)
  await write(first, [2], version)
  expect(await read(storedDays)).toEqual([day(2)])
})
