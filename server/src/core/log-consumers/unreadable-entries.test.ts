import { beforeEach, expect, test } from 'vitest'
import { recorder } from '../../testing/recorder-consumer.ts'
import { useTestLog } from '../../testing/test-log.ts'
import { newId } from '../ids.ts'
import { createLogger } from '../logger.ts'
import { walkLanes } from './owned-ranges.ts'
import { listParked } from './parked-entries.ts'

/** Entries on a damaged page of the database: reading them fails, and not the consumer. */

const lines = useTestLog()
const { append, customer, seqs, start } = lines

const limits = { attempts: 2, retryMs: 60_000 }

beforeEach(async () => {
  await lines.pool.query(`
    create table damaged (customer_id uuid);
    create function is_readable(id uuid) returns boolean language plpgsql as $$ begin
      if exists (select from damaged where customer_id = id) then raise sqlstate 'XX001'; end if;
      return true;
    end $$;
    alter table event_log rename to intact_event_log;
    create view event_log as select * from intact_event_log where is_readable(customer_id)`)
})

const damage = (id: string) => lines.pool.query('insert into damaged values ($1)', [id])
const repair = () => lines.pool.query('delete from damaged')

async function pass(consumers: { look(): Promise<void>; settled(): Promise<void> }): Promise<void> {
  lines.turn(600_000)
  await consumers.look()
  await consumers.settled()
}

async function waits(): Promise<number[]> {
  const { rows } = await lines.pool.query<{ wait: number }>(
    'select extract(epoch from retry_at - now())::float8 * 1000 - $1::float8 as wait from log_cursor where last_error is not null',
    [lines.clock() - Date.now()],
  )
  return rows.map(({ wait }) => wait)
}

test('hold up their own customer alone, until they can be read again', async () => {
  const written: string[] = []
  const logger = createLogger('warn', { write: (text: string) => void written.push(text) })
  const [fresh = '', known = '', ...others] = await Promise.all(Array.from({ length: 9 }, () => customer()))
  await damage(fresh)
  const consumers = await start([recorder()], { limits, logger })
  for (const id of others) expect(await seqs(id)).toEqual([1])
  expect(await seqs(fresh)).toEqual([])
  expect(written.map((line) => JSON.parse(line) as unknown)).toMatchObject([
    { consumer: 'recorder', customer_id: fresh, reason: 'PostgreSQL XX001' },
  ])
  await damage(known)
  for (const id of [known, ...others]) await append(id, 'message.created')
  await consumers.settled()
  for (const id of others) expect(await seqs(id)).toEqual([1, 2])
  expect(await seqs(known)).toEqual([1])
  for (const wait of await waits()) expect(wait).toBeLessThan(60_000 * 1.3)
  for (let retry = 0; retry < 3; retry += 1) {
    await pass(consumers)
    for (const id of others) await append(id, 'message.created')
    await consumers.settled()
  }
  for (const id of others) expect(await seqs(id)).toEqual([1, 2, 3, 4, 5])
  expect(await waits()).toHaveLength(2)
  for (const wait of await waits()) expect(wait).toBeGreaterThan(240_000 * 0.6)
  await repair()
  await pass(consumers)
  expect(await seqs(fresh)).toEqual([1])
  expect(await seqs(known)).toEqual([1, 2])
  expect(await waits()).toEqual([])
  expect(await listParked(lines.db)).toEqual([])
})

test('interrupt the consumer, and postpone few customers, while nothing can be read', async () => {
  const reasons: unknown[] = []
  const interrupted = Promise.withResolvers<null>()
  const logger = createLogger('warn', {
    write(text: string) {
      const { msg } = JSON.parse(text) as { msg: string }
      reasons.push(msg)
      if (msg === 'log consumer interrupted') interrupted.resolve(null)
    },
  })
  const ids = await Promise.all(Array.from({ length: 100 }, () => customer()))
  for (const id of ids) await damage(id)
  const consumers = await start([recorder()], { limits, logger, settle: false })
  await interrupted.promise
  await repair()
  expect(reasons.indexOf('log consumer interrupted')).toBe(8 * walkLanes)
  await pass(consumers)
  for (const id of ids) expect(await seqs(id)).toEqual([1])
  expect(await waits()).toEqual([])
})

test('of many neighbours hold up no other customer', async () => {
  const written: string[] = []
  const logger = createLogger('warn', { write: (text: string) => void written.push(text) })
  const damaged = await Promise.all(Array.from({ length: 30 }, () => customer()))
  const others = await Promise.all(Array.from({ length: 90 }, () => customer()))
  for (const id of damaged) await damage(id)
  await start([recorder()], { limits, logger })
  for (const id of others) expect(await seqs(id)).toEqual([1])
  expect(await waits()).toHaveLength(30)
  expect(written.join('')).not.toContain('interrupted')
})

test('do not hold up others whose retry cannot be stored either', async () => {
  const ids = await Promise.all(Array.from({ length: 8 }, () => customer()))
  const [unstorable = '', ...others] = ids.toSorted((one, other) =>
    one.slice(-12) < other.slice(-12) ? -1 : 1,
  )
  await damage(unstorable)
  await lines.pool.query(
    `alter table log_cursor add constraint storable check (last_error is null or customer_id <> '${unstorable}')`,
  )
  const interrupted = Promise.withResolvers<null>()
  const logger = createLogger('warn', {
    write: (text: string) => void (text.includes('log consumer interrupted') && interrupted.resolve(null)),
  })
  const consumers = await start([recorder()], { limits, logger, settle: false })
  await interrupted.promise
  for (const id of others) expect(await seqs(id)).toEqual([1])
  await repair()
  await consumers.settled()
  expect(await seqs(unstorable)).toEqual([1])
})

test('do not stop retries of other customers while discovery fails', async () => {
  let isBroken = true
  const plain = recorder()
  const id = await customer()
  const consumers = await start(
    [
      {
        ...plain,
        async handle(trx, batch, signal) {
          if (isBroken) throw new Error('Cannot handle')
          return await plain.handle(trx, batch, signal)
        },
      },
    ],
    { limits, hints: false },
  )
  const unreadable = newId()
  await damage(unreadable)
  await customer(unreadable)
  isBroken = false
  await pass(consumers)
  expect(await seqs(id)).toEqual([1])
})
