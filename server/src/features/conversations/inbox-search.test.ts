import { setImmediate } from 'node:timers/promises'
import type { Conversation } from '@parley/protocol/conversation'
import type { PageOf } from '@parley/protocol/pager'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase, type DatabaseHandle } from '../../core/database.ts'
import { useShop, visitorWhoWrote } from '../../testing/test-shop.ts'
import { createSearchRunner } from './inbox-search.ts'

const shop = useShop()
let database: DatabaseHandle
beforeAll(() => {
  database = openDatabase(shop.service.databaseUrl)
})
afterAll(() => database.close())

/** Longer than the test: searches end only when they are finished or their client goes. */
const newRunner = () => createSearchRunner(database.db, { timeoutMs: 600_000 })

const endless = () => database.db.selectNoFrom(sql<string>`pg_sleep(600)::text`.as('found'))
const quick = () => database.db.selectNoFrom(sql<string>`'something'`.as('found'))
const client = (caller: string) => {
  const controller = new AbortController()
  return { from: { caller, closed: controller.signal }, leave: () => controller.abort() }
}

const isSleeping = async () =>
  (
    await shop.database.query(
      `select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`,
    )
  ).rowCount === 1

test('an agent’s searches run one at a time, and colleagues do not wait for them', async () => {
  const run = newRunner()
  const busy = client('busy')
  const searches = Array.from({ length: 4 }, () => run(busy.from, endless()))
  expect(await run(client('colleague').from, quick())).toEqual([{ found: 'something' }])
  busy.leave()
  expect(await Promise.all(searches)).toEqual([[], [], [], []])
})

test('a search whose client has gone is cancelled, or skipped, and the next one of the same agent runs', async () => {
  const run = newRunner()
  const [first, second, third] = [client('agent'), client('agent'), client('agent')]
  const abandoned = [run(first.from, endless()), run(second.from, endless())]
  const last = run(third.from, quick())
  await expect.poll(isSleeping, { timeout: 30_000 }).toBe(true)
  second.leave()
  first.leave()
  expect(await last).toEqual([{ found: 'something' }])
  expect(await Promise.all(abandoned)).toEqual([[], []])
})

test('abandoned searches that wait leave at once, and the next one of the same agent takes their place', async () => {
  const run = newRunner()
  const others = [client('one'), client('two'), client('three')]
  const running = others.map(({ from }) => run(from, endless()))
  const typing = client('agent')
  const abandoned = Array.from({ length: 20 }, () => run(typing.from, endless()))
  // Until all are in the line.
  await setImmediate()
  typing.leave()
  expect(await Promise.all(abandoned)).toEqual(Array.from({ length: 20 }, () => []))

  const last = run(client('agent').from, quick())
  const later = client('four')
  running.push(run(later.from, endless()))
  others[0]?.leave()
  expect(await last).toEqual([{ found: 'something' }])
  for (const { leave } of [...others, later]) leave()
  expect(await Promise.all(running)).toEqual([[], [], [], []])
})

test('one caller cannot make an endless line', async () => {
  const run = newRunner()
  const busy = client('busy')
  const searches = Array.from({ length: 20 }, () => run(busy.from, endless()))
  await expect(run(busy.from, quick())).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 1 })
  expect(await run(client('colleague').from, quick())).toHaveLength(1)
  busy.leave()
  await Promise.all(searches)
  expect(await run(client('busy').from, quick())).toHaveLength(1)
})

test('a search that reads for too long fails', async () => {
  const run = createSearchRunner(database.db, { timeoutMs: 50 })
  await expect(run(client('agent').from, endless())).rejects.toThrow('statement timeout')
})

test('a connected client gets what was found', async () => {
  const { socket, conversationId } = await visitorWhoWrote(shop, 'Where is the okapi?')
  const { id, cookie } = shop.organization
  const url = `${shop.service.address}/v1/organizations/${id}/conversations?view=open&q=okap`
  const found = (await (await fetch(url, { headers: { cookie } })).json()) as PageOf<Conversation>
  expect(found.data.map((row) => row.id)).toEqual([conversationId])
  await socket.leave()
})
