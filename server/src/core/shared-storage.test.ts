import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTcpProxy } from '../testing/tcp-proxy.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { claimStorage, type StorageClaim, type StoragePlace } from './shared-storage.ts'

let database: TestDatabase
const claims: StorageClaim[] = []

beforeAll(async () => {
  database = await createTestDatabase()
})
afterEach(async () => {
  for (const claim of claims.splice(0)) await claim.stop()
})
afterAll(() => database.drop())

async function start(place: StoragePlace): Promise<void> {
  claims.push(await claimStorage(database.url, place))
}
const newDirectory = async (): Promise<StoragePlace & { kind: 'directory' }> => ({
  kind: 'directory',
  dataDir: await newFolder(),
})
async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-storage-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}
const bucket: StoragePlace = { kind: 's3', endpoint: 'https://s3.example.com', bucket: 'parley' }

test('a process with another directory or bucket is refused while one runs', async () => {
  await start(await newDirectory())
  await expect(start(await newDirectory())).rejects.toThrow('stores files elsewhere')
  await expect(start(bucket)).rejects.toThrow('stores files elsewhere')
})

test('processes with the same bucket, or the same directory under two paths, start', async () => {
  await start(bucket)
  await start(bucket)
  for (const claim of claims.splice(0)) await claim.stop()

  const place = await newDirectory()
  await start(place)
  const folder = `${place.dataDir}-mounted`
  await rename(place.dataDir, folder)
  await start({ kind: 'directory', dataDir: folder })
  await rm(folder, { recursive: true })
})

test('another place is accepted once no process uses the former one, and by other databases', async () => {
  await start(await newDirectory())
  const other = await createTestDatabase()
  const elsewhere = await claimStorage(other.url, await newDirectory())
  await elsewhere.stop()
  await other.drop()

  for (const claim of claims.splice(0)) await claim.stop()
  await start(await newDirectory())
})

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.url })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

const lockHolders = async (client: Client): Promise<number[]> => {
  const { rows } = await client.query<{ pid: number }>(
    `select l.pid from pg_locks l join pg_stat_activity a using (pid)
     where a.application_name = 'parley storage' and a.datname = current_database() and l.locktype = 'advisory'`,
  )
  return rows.map(({ pid }) => pid)
}

/** Ends the connection of the only claim, and waits until it has a new one. */
async function interrupt(client: Client): Promise<void> {
  const [pid] = await lockHolders(client)
  await client.query('select pg_terminate_backend($1)', [pid])
  await expect
    .poll(async () => (await lockHolders(client)).filter((holder) => holder !== pid))
    .toHaveLength(1)
}

test('a process that has lost its connection to the database takes its claim again', async () => {
  await start(await newDirectory())
  await interrupt(await connect())
  await expect(start(bucket)).rejects.toThrow('stores files elsewhere')
})

test('a claim is not taken at a server that refuses writes, and taken once it accepts them', async () => {
  const client = await connect()
  await start(bucket)
  const [pid] = await lockHolders(client)
  const sessions = async () => {
    const { rows } = await client.query<{ count: number }>(
      'select sessions::int as count from pg_stat_database where datname = current_database()',
    )
    return rows[0]?.count ?? 0
  }
  const name = client.escapeIdentifier(client.database ?? '')
  const acceptWrites = () => client.query(`alter database ${name} reset default_transaction_read_only`)
  onTestFinished(async () => void (await acceptWrites()))
  await client.query(`alter database ${name} set default_transaction_read_only = on`)
  const before = await sessions()
  await client.query('select pg_terminate_backend($1)', [pid])
  await expect.poll(sessions, { timeout: 20_000 }).toBeGreaterThanOrEqual(before + 2)
  expect(await lockHolders(client)).toEqual([])
  await acceptWrites()
  await expect.poll(() => lockHolders(client), { timeout: 20_000 }).toHaveLength(1)
}, 60_000)

test('a process with another place that was started meanwhile is reported once', async () => {
  const client = await connect()
  const reported: string[] = []
  claims.push(await claimStorage(database.url, bucket, (message) => reported.push(message)))
  await client.query('select pg_advisory_lock_shared(722653901, 1)')
  await interrupt(client)
  await expect.poll(() => reported).toHaveLength(1)
  await interrupt(client)
  for (const claim of claims.splice(0)) await claim.stop()
  expect(reported).toEqual([expect.stringContaining('stores files elsewhere')])
})

test('a process stops although the network no longer reaches the database', async () => {
  const url = new URL(database.url)
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
  onTestFinished(proxy.close)
  url.hostname = '127.0.0.1'
  url.port = `${proxy.port}`
  const claim = await claimStorage(url.href, bucket)
  proxy.hold()
  await claim.stop()
})
