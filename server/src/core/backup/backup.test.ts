import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Readable } from 'node:stream'
import type { MessageSent } from '@parley/protocol/message'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, it, onTestFinished, vi } from 'vitest'
import {
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestService,
} from '../../testing/test-service.ts'
import { createDatabase } from '../../testing/test-database.ts'
import { walkAfterRestore } from '../log-consumers/after-restore.ts'
import { newId } from '../ids.ts'
import { openFileStorage } from '../storage/open-file-storage.ts'
import type { FileStorage } from '../storage/file-storage.ts'
import { createBackup } from './create-backup.ts'
import { readBackupStart, restoreBackup } from './restore-backup.ts'

const secret = 'a secret for tests, long enough to be taken'
let service: TestService
let directory: string
let storage: FileStorage
let media: { key: string; content: Buffer }
let archive: string
/** Message ids by when they were acknowledged: before the backup began, while it ran, or afterwards. */
const acknowledged = { before: [] as string[], during: [] as string[], over: [] as string[] }

const query = async (url: string, statement: string, values: unknown[] = []) => {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, values)).rows as Record<string, unknown>[]
  } finally {
    await client.end()
  }
}

/** Stores a file and its row, like an upload. */
async function attach(organizationId: string, providerId: string) {
  const key = `2026-01-31/${newId()}.test`
  const content = randomBytes(300_000)
  await storage.write(
    key,
    (async function* () {
      yield content
    })(),
    content.length,
  )
  await query(
    service.databaseUrl,
    `insert into media (id, organization_id, provider_id, owner, name, mime, size, storage_key, created_at)
     values ($1, $2, $3, 'agent:x', 'a.bin', 'application/octet-stream', $4, $5, now())`,
    [newId(), organizationId, providerId, content.length, key],
  )
  return { key, content }
}

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-backup-'))
  archive = path.join(directory, 'parley.tar.zst')
  storage = await openFileStorage({ dataDir: path.join(directory, 'old'), s3: null })
  service = await startTestService({ listen: 'app' })
  const shop = await foundOrganization(service, 'Acme')
  media = await attach(shop.id, shop.providerId)
  const visitors = await Promise.all(
    Array.from({ length: 6 }, () => connectVisitor(service, shop.providerId)),
  )

  const load = { phase: 'before' as keyof typeof acknowledged }
  const senders = visitors.map(async ({ socket }) => {
    for (let number = 1; load.phase !== 'over' && number <= 18; number += 1) {
      const content = `Zeile ${number}\n\t\\N "quoted" 👋`
      const { id } = await socket.request<MessageSent>('message.send', { client_id: newId(), content })
      acknowledged[load.phase].push(id)
    }
  })
  await vi.waitFor(() => expect(acknowledged.before.length).toBeGreaterThan(20), { timeout: 10_000 })
  load.phase = 'during'
  const { databaseUrl } = service
  await createBackup({ databaseUrl, storage, file: archive, secret, includeSecret: true })
  load.phase = 'over'
  await Promise.all(senders)
})
afterAll(async () => {
  await service.stop()
  await rm(directory, { recursive: true })
})

async function emptyDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `restore_${randomBytes(6).toString('hex')}`
  const url = await createDatabase(server, name)
  onTestFinished(async () => void (await query(server, `drop database ${name}`)))
  return url
}

async function restoreInto(
  url: string,
  file = archive,
  folder: string = newId(),
  afterRows = walkAfterRestore,
) {
  const target = await openFileStorage({ dataDir: path.join(directory, folder), s3: null })
  return {
    target,
    result: await restoreBackup({ databaseUrl: url, storage: target, file, afterRows }),
  }
}

it('a backup taken under load contains every message acknowledged before it began', async () => {
  const url = await emptyDatabase()
  const { result, target } = await restoreInto(url)
  const rows = await query(url, 'select id, content from message')
  const restored = new Set(rows.map(({ id }) => id))
  expect(acknowledged.before.filter((id) => !restored.has(id))).toEqual([])
  expect(rows.every(({ content }) => /^Zeile \d+\n\t\\N "quoted" 👋$/.test(String(content)))).toBe(true)
  // One snapshot: logs without gaps, heads that match them, and a log entry for every message.
  expect(
    await query(
      url,
      `select count(*)::int as wrong from customer_log l left join (
         select customer_id, count(*) as entries, max(seq) as last from event_log group by customer_id
       ) e using (customer_id) where e.entries is distinct from l.last_seq or e.last is distinct from l.last_seq`,
    ),
  ).toEqual([{ wrong: 0 }])
  expect(
    await query(
      url,
      'select count(*)::int as lost from message m left join event_log e using (customer_id, seq) where e.id is null',
    ),
  ).toEqual([{ lost: 0 }])
  const [file] = result.manifest.files
  expect(file?.key).toBe(media.key)
  const copied = await target.read(media.key)
  expect(Buffer.concat((await copied?.toArray()) as Buffer[]).equals(media.content)).toBe(true)
  expect(result.manifest.damaged_files).toEqual([])
})

it('restores everything else: constraints, partitions, and entries older than the consumers of this cluster', async () => {
  const url = await emptyDatabase()
  await restoreInto(url)
  const shapeOf = (address: string) =>
    query(
      address,
      `select conrelid::regclass::text as owner, conname::text as name, pg_get_constraintdef(oid) as definition
       from pg_constraint where connamespace = 'public'::regnamespace
       union all select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid)
       from pg_index join pg_class c on c.oid = indrelid where c.relnamespace = 'public'::regnamespace
       union all select attrelid::regclass::text, attname::text, concat(format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid))
       from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and attnum > 0
       order by 1, 2, 3`,
    )
  expect(await shapeOf(url)).toEqual(await shapeOf(service.databaseUrl))
  expect(await query(url, `select count(*)::int as later from event_log where xid <> '0'`)).toEqual([
    { later: 0 },
  ])
  expect(await query(url, 'select distinct owner, walk_after from log_consumer_range')).toEqual([
    { owner: null, walk_after: '00000000-0000-0000-0000-000000000000' },
  ])
})

it('a service on the restored database accepts new messages', async () => {
  const url = await emptyDatabase()
  await restoreInto(url, archive, 'restored')
  const again = await startTestService({
    databaseUrl: url,
    listen: 'app',
    env: { PARLEY_DATA_DIR: path.join(directory, 'restored') },
  })
  try {
    const [provider] = await query(url, 'select id from provider')
    const visitor = await connectVisitor(again, String(provider?.['id']))
    const sent = await visitor.socket.request<MessageSent>('message.send', {
      client_id: newId(),
      content: 'Hallo',
    })
    expect(sent.seq).toBeGreaterThan(0)
    visitor.socket.ws.close()
  } finally {
    await again.stop()
  }
})

it('refuses a database with rows, also if they come while the archive is checked, and does not change it', async () => {
  const before = await query(service.databaseUrl, 'select count(*) from customer')
  await expect(restoreInto(service.databaseUrl)).rejects.toThrow(
    /only be restored into an empty database: test_\w+ has rows in the table/,
  )
  expect(await query(service.databaseUrl, 'select count(*) from customer')).toEqual(before)
  const databaseUrl = await emptyDatabase()
  const beforeCheck = async () => void (await query(databaseUrl, 'create table customer as select 1 as id'))
  const late = restoreBackup({ databaseUrl, storage, file: archive, beforeCheck })
  await expect(late).rejects.toThrow('has rows in the table customer')
})

it('writes nothing from a truncated, damaged or missing archive; restores the complete one after an interrupted attempt', async () => {
  const url = await emptyDatabase()
  const broken = path.join(directory, 'broken.tar.zst')
  const bytes = await readFile(archive)
  const inFile = bytes.indexOf(media.content.subarray(100_000, 100_016))
  const positions = [inFile * 0.002, inFile * 0.01, inFile * 0.06, inFile].map(Math.floor)
  const damaged = positions.map((position) => bytes.with(position, bytes[position]! ^ 0xff))
  for (const content of [bytes.subarray(0, -2000), ...damaged]) {
    await writeFile(broken, content)
    await expect(restoreInto(url, broken, 'again')).rejects.toThrow('damaged. Nothing was restored')
  }
  await expect(restoreInto(url, '/nowhere', 'again')).rejects.toThrow('There is no file /nowhere.')
  expect(await query(url, `select from pg_class where relnamespace = 'public'::regnamespace`)).toEqual([])
  const interrupt = () => Promise.reject(new Error('interrupted'))
  await expect(restoreInto(url, archive, 'again', interrupt)).rejects.toThrow('interrupted')
  expect(await query(url, `select count(*)::int as rows from customer`)).toEqual([{ rows: 0 }])
  expect((await restoreInto(url, archive, 'again')).result.manifest.files).toHaveLength(1)
  await expect(restoreInto(url, import.meta.filename)).rejects.toThrow('no complete backup')
})

it('replaces a file that a killed restore wrote in part, and refuses another file under its key', async () => {
  const place = path.join(directory, 'partial/media', media.key)
  await mkdir(path.dirname(place), { recursive: true })
  await writeFile(place, media.content.subarray(0, 150_000))
  const { target } = await restoreInto(await emptyDatabase(), archive, 'partial')
  expect(Buffer.concat(await (await target.read(media.key))!.toArray()).equals(media.content)).toBe(true)
  await writeFile(place, randomBytes(media.content.length))
  await expect(restoreInto(await emptyDatabase(), archive, 'partial')).rejects.toThrow('with other content')
})

async function backupOf(from: FileStorage) {
  const file = path.join(directory, `${newId()}.tar.zst`)
  const { databaseUrl } = service
  const options = { databaseUrl, storage: from, file, secret, includeSecret: false, retryDelaysMs: [0] }
  return { file, ...(await createBackup(options)) }
}

it('lists files missing from the storage and backs up the others', async () => {
  const empty = await openFileStorage({ dataDir: path.join(directory, 'empty'), s3: null })
  const { file, manifest } = await backupOf(empty)
  expect(manifest.damaged_files).toEqual([media.key])
  const { header, secret: included } = await readBackupStart(file)
  expect([header.includes_secret, included]).toEqual([false, null])
  expect((await readFile(file)).includes(secret)).toBe(false)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  await restoreInto(await emptyDatabase(), file)
})

it('requests a file that cannot be read to its end again, then lists it and backs up the others', async () => {
  async function* failing() {
    yield media.content.subarray(0, 10)
    throw new Error('EIO')
  }
  const read = vi.fn<FileStorage['read']>(async () => Readable.from(failing()))
  const { file, manifest } = await backupOf({ ...storage, read })
  expect(read.mock.calls).toEqual([[media.key], [media.key, { start: 10, end: media.content.length - 1 }]])
  expect(manifest.damaged_files).toEqual([media.key])
  // A storage that still has the file keeps it.
  await restoreBackup({ databaseUrl: await emptyDatabase(), storage, file })
  expect(Buffer.concat(await (await storage.read(media.key))!.toArray()).equals(media.content)).toBe(true)
})

it('writes the archive even if the network drops the connection to the database while files are copied', async () => {
  const read = async () => {
    await query(
      service.databaseUrl,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'parley backup' and datname = current_database()`,
    )
    return undefined
  }
  const { file, manifest } = await backupOf({ ...storage, read })
  expect(manifest.damaged_files).toEqual([media.key])
  await restoreInto(await emptyDatabase(), file)
})

it('keeps its connection to the database alive while files are restored, and PostgreSQL ends one whose machine has vanished', async () => {
  const keepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive')
  onTestFinished(() => keepAlive.mockRestore())
  let isKeptAlive = false
  let idleSeconds: unknown
  await restoreBackup({
    databaseUrl: await emptyDatabase(),
    storage: await openFileStorage({ dataDir: path.join(directory, 'alive'), s3: null }),
    file: archive,
    async beforeRows(client) {
      const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
      isKeptAlive = keepAlive.mock.contexts.includes(stream)
      idleSeconds = (await client.query('show tcp_keepalives_idle')).rows[0].tcp_keepalives_idle
    },
  })
  expect(isKeptAlive).toBe(true)
  expect(idleSeconds).toBe('10')
})
