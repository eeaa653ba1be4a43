import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { Client } from 'pg'
import { startTcpProxy } from '../testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { endIfVanished, openDatabase, parseTimestamp, type DatabaseHandle } from './database.ts'
import { prepared } from './prepared-statements.ts'

let testDatabase: TestDatabase
let handle: DatabaseHandle

beforeAll(async () => {
  testDatabase = await createTestDatabase()
  handle = openDatabase(testDatabase.url, { connections: 2 })
})
afterAll(async () => {
  await handle.close()
  await testDatabase.drop()
})

test('a connection that breaks during a transaction fails it, and the service continues', async () => {
  const broken = handle.db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    await handle.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await sql`select 1`.execute(trx)
  })
  await expect(broken).rejects.toThrow()
  expect((await handle.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a connection that the server ends during a statement is reported as lost, and the next statement gets another one', async () => {
  let lost = 0
  const onConnectionLost = () => void (lost += 1)
  const { db, close } = openDatabase(testDatabase.url, { connections: 1, onConnectionLost })
  await expect(sql`select pg_terminate_backend(pg_backend_pid())`.execute(db)).rejects.toThrow(
    'administrator',
  )
  expect((await sql`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }])
  expect(lost).toBe(1)
  await close()
})

test('a connection that the network has dropped is replaced after one statement, also in a transaction', async () => {
  const { hostname, port } = new URL(testDatabase.url)
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) })
  const url = Object.assign(new URL(testDatabase.url), { host: `127.0.0.1:${proxy.port}` })
  const { db, close } = openDatabase(url.href, { connections: 1, queryTimeoutMs: 2_000 })
  const one = async () => (await sql<{ one: number }>`select 1 as one`.execute(db)).rows
  for (const statement of [
    one,
    () => db.transaction().execute(async (trx) => await sql`select 1`.execute(trx)),
  ]) {
    expect(await one()).toEqual([{ one: 1 }])
    proxy.hold()
    await expect(statement()).rejects.toThrow('timeout')
    expect(await one()).toEqual([{ one: 1 }])
  }
  await close()
  await proxy.close()
})

test('a connection that is lost in use is reported, one that is idle is not', async () => {
  const { hostname, port } = new URL(testDatabase.url)
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) })
  const url = Object.assign(new URL(testDatabase.url), { host: `127.0.0.1:${proxy.port}` })
  let lost = 0
  const onConnectionLost = () => void (lost += 1)
  const { pool, close } = openDatabase(url.href, { connections: 1, queryTimeoutMs: 2_000, onConnectionLost })
  const idleLost = new Promise((resolve) => pool.once('error', resolve))
  await pool.query('select 1')
  proxy.cut()
  await idleLost
  proxy.open()
  expect(lost).toBe(0)

  await pool.query('select 1')
  proxy.closeOn(/select 2/)
  await expect(pool.query('select 2')).rejects.toThrow('terminated')
  expect(lost).toBe(1)

  await pool.query('select 1')
  proxy.hold()
  await expect(pool.query('select 1')).rejects.toThrow('timeout')
  expect(lost).toBe(2)
  await close()
  await proxy.close()
})

test('a connection to a server that refuses writes is replaced, and checks fail until then', async () => {
  const { db, pool, check, close } = openDatabase(testDatabase.url, { connections: 1 })
  const write = () =>
    db.transaction().execute(async (trx) => sql`create table written (value int)`.execute(trx))
  await check()
  for (const noticed of [write, check]) {
    await pool.query('set default_transaction_read_only = on')
    await expect(noticed()).rejects.toThrow(/read-only|refuses writes/)
    await check()
  }
  await write()
  await close()
})

test('a session whose machine has vanished is ended by PostgreSQL within half a minute', async () => {
  const client = new Client({ connectionString: testDatabase.url })
  await client.connect()
  await endIfVanished(client)
  const { rows } = await client.query(
    "select name, setting from pg_settings where name like 'tcp_keepalives%' or name = 'client_connection_check_interval' order by name",
  )
  await client.end()
  expect(rows).toEqual([
    { name: 'client_connection_check_interval', setting: '10000' },
    { name: 'tcp_keepalives_count', setting: '3' },
    { name: 'tcp_keepalives_idle', setting: '10' },
    { name: 'tcp_keepalives_interval', setting: '5' },
  ])
})

test('JIT compilation is off, and times are in UTC', async () => {
  const { rows } = await handle.pool.query(
    "select current_setting('jit') as jit, current_setting('timezone') as zone",
  )
  expect(rows).toEqual([{ jit: 'off', zone: 'UTC' }])
})

test('times are returned as text in our format, whatever their fraction', async () => {
  const { rows } = await handle.pool.query(
    "select '2026-01-31T10:20:30.120+00:00'::timestamptz(3) as a, '2026-01-31T12:20:30+02:00'::timestamptz(3) as b",
  )
  expect(rows).toEqual([{ a: '2026-01-31T10:20:30.120+00:00', b: '2026-01-31T10:20:30.000+00:00' }])
  expect(parseTimestamp('2026-01-31 10:20:30.123456+00')).toBe('2026-01-31T10:20:30.123+00:00')
})

test('a marked statement whose columns a migration retyped fails once', async () => {
  const { db } = handle
  await sql`create table retyped (value int)`.execute(db)
  const read = () =>
    db.connection().execute((connection) => sql`${prepared} select value from retyped`.execute(connection))
  await read()
  await sql`alter table retyped alter column value type text`.execute(db)
  await expect(read()).rejects.toThrow('cached plan must not change result type')
  await expect(read()).resolves.toMatchObject({ rows: [] })
})

test('a marked statement is planned once per connection, others each time', async () => {
  const names = await handle.db.transaction().execute(async (trx) => {
    for (const number of [1, 2]) {
      await sql`${prepared} select ${number}::int as marked`.execute(trx)
      await sql`select ${number}::int as unmarked`.execute(trx)
    }
    return sql<{ statement: string; uses: number }>`
      select statement, generic_plans + custom_plans as uses from pg_prepared_statements
      where statement like '%marked'`.execute(trx)
  })
  expect(names.rows).toEqual([{ statement: expect.stringMatching(/as marked$/), uses: 2 }])
})
