import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { chmod, chown, mkdtemp, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { readConfig } from '../config.ts'
import { startEmbeddedPostgres } from '../core/embedded-postgres.ts'
import { freePort } from '../core/free-port.ts'
import { newId } from '../core/ids.ts'
import { clusterHome } from '../core/postgres-cluster.ts'
import { openFileStorage } from '../core/storage/open-file-storage.ts'
import { claimFiles } from '../core/storage/storage-owner.ts'
import { natsServerProgram, startNatsServer, startRestrictedNatsServer } from '../testing/nats-server.ts'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { withClient } from './command-database.ts'
import { examine } from './doctor.ts'
import { parseIceUrl } from './reachability.ts'

const secret = 'a secret for tests, long enough to be taken'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase()
  dataDir = await mkdtemp(path.join(tmpdir(), 'parley-doctor-'))
  return async () => {
    await database.drop()
    await rm(dataDir, { recursive: true })
  }
})

/** Returns each finding as `<state> <text>`, by subject. */
async function examined(
  env: Record<string, string>,
  smtp: string | null = null,
): Promise<Map<string, string>> {
  const config = readConfig(
    { DATABASE_URL: database.url, PARLEY_SECRET: secret, PARLEY_DATA_DIR: dataDir, ...env },
    dataDir,
  )
  const findings = await examine(config, smtp)
  return new Map(findings.map(({ state, subject, text }) => [subject, `${state} ${text}`]))
}

/** Responds like a STUN server: a binding success with the request's id. */
async function startStunServer(): Promise<number> {
  const socket = createSocket('udp4')
  socket.on('message', (request, { port, address }) => {
    socket.send(Buffer.concat([Buffer.from([1, 1, 0, 0]), request.subarray(4)]), port, address)
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  onTestFinished(() => void socket.close())
  return socket.address().port
}

async function startMailServer(greeting: string): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(greeting)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Accepts connections and never sends anything. */
async function startSilentServer(): Promise<number> {
  const server = createServer((socket) => void socket.on('error', () => {}))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

/** Responds to every request with this text. */
async function startHttpServer(text: string): Promise<string> {
  const server = createHttpServer((_request, response) => response.writeHead(404).end(text))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** A standby without a primary: it has replayed what there is, and waits for more. Returns its URL. */
async function startStandby(): Promise<string> {
  const parent = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-standby-')))
  onTestFinished(() => rm(parent, { recursive: true }))
  // Root runs the database as another user.
  await chmod(parent, 0o711)
  const log = { info: () => {}, warn: () => {} }
  const options = { dataDir: path.join(parent, 'data'), sharedDir: parent, log, durable: false }
  await startEmbeddedPostgres(options).then((primary) => primary.stop())
  const { data } = clusterHome(await realpath(path.join(options.dataDir, 'postgres')))
  const signal = path.join(data, 'standby.signal')
  const { uid, gid } = await stat(data)
  await writeFile(signal, '')
  await chown(signal, uid, gid)
  const standby = await startEmbeddedPostgres(options)
  onTestFinished(() => standby.stop())
  return standby.url
}

it('reports a working disk, database, clock, storage, relay and mail server', async () => {
  const relay = await startStunServer()
  const mail = await startMailServer('220 mail.test ESMTP\r\n')
  const found = await examined(
    { PARLEY_TURN_URLS: `turn:127.0.0.1:${relay}`, PARLEY_TURN_SECRET: secret },
    `smtp://user:password@127.0.0.1:${mail}`,
  )
  expect(found.get('disk')).toMatch(/GiB free for/)
  expect(found.get('database')).toBe('good reachable, and of this version')
  expect(found.get('clock')).toMatch(/^good \d+ ms from the database's$/)
  expect(found.get('files')).toBe(`good in ${dataDir}/media`)
  expect(found.get('calls')).toBe(`good turn:127.0.0.1:${relay} answers`)
  expect(found.get('mail')).toBe(`good 127.0.0.1:${mail} answers`)
})

it('reports what does not work and what to do, without passwords', async () => {
  const closed = await freePort(0)
  const refusing = await startMailServer('554 go away\r\n')
  const found = await examined(
    {
      DATABASE_URL: `postgres://parley:hunter2@127.0.0.1:${closed}/parley`,
      PARLEY_STUN_URLS: `stun:127.0.0.1:${closed}`,
      PARLEY_S3_BUCKET: 'media',
      PARLEY_S3_ENDPOINT: `http://127.0.0.1:${closed}`,
      PARLEY_S3_REGION: 'eu',
      PARLEY_S3_KEY_ID: 'key',
      PARLEY_S3_SECRET: 'hunter2',
      PORT: String(closed),
    },
    `smtp://user:hunter2@127.0.0.1:${refusing}`,
  )
  expect(found.get('database')).toMatch(/^problem The database parley at 127.0.0.1:\d+ cannot be reached/)
  expect(found.get('s3')).toMatch(/^problem The S3 store .* cannot be used/)
  expect(found.get('calls')).toMatch(/^problem stun:127.0.0.1:\d+ does not answer/)
  expect(found.get('mail')).toMatch(/^problem .* refuses this one: 554 go away$/)
  expect(found.get('address')).toMatch(
    /^notice .* does not answer \(.*ECONNREFUSED.*\). If Parley is running/,
  )
  expect([...found.values()].join()).not.toContain('hunter2')
})

it.each([
  [-40_000, '40 s behind'],
  [40_000, '40 s ahead of'],
  [6_000, '6 s ahead of'],
])('reports a clock as wrong that differs from the database clock by %d ms', async (aheadMs, offset) => {
  const realNow = Date.now
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs)
  onTestFinished(() => clock.mockRestore())
  expect((await examined({})).get('clock')).toBe(
    `problem ${offset} the database's. Synchronize both machines (NTP).`,
  )
})

it('reports whether reports read from a replica', async () => {
  expect((await examined({})).has('replica')).toBe(false)
  expect((await examined({ DATABASE_READ_URL: await startStandby() })).get('replica')).toBe(
    'good reachable, and a replica',
  )
  expect((await examined({ DATABASE_READ_URL: database.url })).get('replica')).toMatch(
    /^notice reachable, but not a replica/,
  )
  const closed = await freePort(0)
  const url = `postgres://reader:hunter2@127.0.0.1:${closed}/parley`
  const found = (await examined({ DATABASE_READ_URL: url })).get('replica')
  expect(found).toMatch(/^problem it does not answer \(.*ECONNREFUSED.*\). Check DATABASE_READ_URL/)
  expect(found).not.toContain('hunter2')
})

it('reports a NATS server that does not answer, or says nothing', async () => {
  const closed = await freePort(0)
  expect((await examined({ NATS_URL: `nats://parley:hunter2@127.0.0.1:${closed}` })).get('nats')).toMatch(
    /^problem 127.0.0.1:\d+ cannot be used \(.*refused.*\). Check NATS_URL and the firewall.$/,
  )
  expect((await examined({ NATS_URL: `nats://127.0.0.1:${await startSilentServer()}` })).get('nats')).toMatch(
    /^problem .* cannot be used \(.*(timeout|no answer).*\)/,
  )
})

it('reports a database server that says nothing', async () => {
  const url = `postgres://parley:hunter2@127.0.0.1:${await startSilentServer()}/parley`
  const [found] = await Promise.all([
    examined({ DATABASE_URL: url }),
    expect(withClient(url, async () => {})).rejects.toThrow('timeout'),
  ])
  expect(found.get('database')).toMatch(
    /^problem The database parley at .* cannot be reached \(.*timeout.*\)/,
  )
})

it.skipIf(natsServerProgram === undefined)(
  'signs in to the NATS server and uses the subjects of this installation',
  async () => {
    const login = { user: 'parley', pass: 'hunter2' }
    const open = await startNatsServer(natsServerProgram ?? '', login)
    onTestFinished(open.stop)
    const nats = (password: string, port: number) =>
      examined({ NATS_URL: `nats://parley:${password}@127.0.0.1:${port}` }).then((found) => found.get('nats'))
    expect(await nats('hunter2', open.port)).toBe(
      `good 127.0.0.1:${open.port} accepts the login and the subjects`,
    )
    expect(await nats('hunter3', open.port)).toMatch(
      /^problem .* \(the NATS server refuses the credentials in NATS_URL\)/,
    )
    const restricted = await startRestrictedNatsServer(natsServerProgram ?? '', [
      { ...login, publish: ['other.>'], subscribe: ['other.>'] },
    ])
    onTestFinished(restricted.stop)
    expect(await nats('hunter2', restricted.port)).toMatch(
      /^problem .* \(the NATS server does not permit this user what it needs: allow it to publish and subscribe to parley\./,
    )
  },
)

it('reports whether the Bot API server of the operator answers', async () => {
  const telegram = async (url: string) => (await examined({ PARLEY_TELEGRAM_API_URL: url })).get('telegram')
  expect(await telegram('https://api.telegram.org')).toBeUndefined()
  const server = await startHttpServer('{"ok":false,"error_code":404,"description":"Not Found"}')
  expect(await telegram(server)).toBe(`good ${server} answers`)
  expect(await telegram(await startHttpServer('<h1>Not found</h1>'))).toMatch(
    /^problem .* is no Bot API server \(status 404\). Check PARLEY_TELEGRAM_API_URL.$/,
  )
  expect(await telegram(`http://127.0.0.1:${await freePort(0)}`)).toMatch(
    /^problem .* does not answer \(.*ECONNREFUSED/,
  )
})

it('reports a storage that is not the one of the database', async () => {
  const other = path.join(dataDir, 'other')
  const storage = await openFileStorage({ dataDir: other, s3: null })
  await storage.put('parley-storage.json', '{"owner":"someone else"}')
  expect((await examined({})).get('storage')).toBeUndefined()
  expect((await examined({ PARLEY_DATA_DIR: other })).get('storage')).toMatch(
    /^problem The file storage belongs to another database/,
  )
})

it('accepts an empty storage, as the next start does, and reports one that lacks files', async () => {
  const first = await openFileStorage({ dataDir, s3: null })
  const fresh = path.join(dataDir, 'fresh')
  await withClient(database.url, async (client) => {
    await claimFiles(client, first)
    expect((await examined({ PARLEY_DATA_DIR: fresh })).get('storage')).toBeUndefined()
    await client.query(
      `insert into media (id, organization_id, owner, name, mime, size, storage_key, created_at)
       values ($1, $2, 'agent:x', 'a.bin', 'application/octet-stream', 1, '2026-01-31/lost', now())`,
      [newId(), newId()],
    )
    expect((await examined({ PARLEY_DATA_DIR: fresh })).get('storage')).toMatch(/^problem .* not mounted/)
    await client.query('delete from media')
  })
})

it('reports a missing database before the first start and does not create one', async () => {
  const fresh = path.join(dataDir, 'fresh')
  const findings = await examine(readConfig({ PARLEY_DATA_DIR: fresh }, dataDir), null)
  expect(findings.find(({ subject }) => subject === 'database')).toEqual({
    state: 'notice',
    subject: 'database',
    text: `there is none in ${fresh} yet: the first start creates it`,
  })
})

it.each([
  ['stun:stun.example.com', { host: 'stun.example.com', port: 3478, transport: 'udp' }],
  ['turn:[::1]:99?transport=tcp', { host: '::1', port: 99, transport: 'tcp' }],
  ['turns:turn.example.com', { host: 'turn.example.com', port: 5349, transport: 'tls' }],
])('reads %s', (url, address) => {
  expect(parseIceUrl(url)).toEqual(address)
})
