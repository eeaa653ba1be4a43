import { chmod, mkdtemp, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './core/embedded-postgres.ts'
import { newId } from './core/ids.ts'
import { createLogger } from './core/logger.ts'
import { migrate } from './core/migrate.ts'
import { postmasterPidIn } from './testing/killed-processes.ts'
import {
  baseUrl,
  connectAgent,
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
  type TestVisitor,
  widgetHtu,
} from './testing/test-service.ts'
import { newTestKey, signProof } from './testing/test-key.ts'

/** The service's own PostgreSQL is stopped, frozen and restarted while the service runs. */

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 })

let home: string
let postgres: EmbeddedPostgres
let service: TestService
let shop: TestOrganization
let visitor: TestVisitor
const logged: string[] = []

const start = () =>
  startEmbeddedPostgres({
    dataDir: path.join(home, 'data'),
    sharedDir: home,
    log: { info() {}, warn() {} },
    durable: false,
  })

beforeAll(async () => {
  home = await realpath(await mkdtemp(path.join(tmpdir(), 'parley-outage-')))
  await chmod(home, 0o711)
  postgres = await start()
  await migrate(postgres.url)
  service = await startTestService({
    databaseUrl: postgres.url,
    logger: createLogger('warn', { write: (line) => void logged.push(line) }),
  })
  shop = await foundOrganization(service, 'Shop')
  visitor = await connectVisitor(service, shop.providerId)
  await send('before')
})
afterAll(async () => {
  await service.stop()
  await postgres.stop()
  await rm(home, { recursive: true })
})

const send = (content: string, clientId = newId()) =>
  visitor.socket.exchange('message.send', { client_id: clientId, content })

async function connectNewcomer() {
  const socket = await service.openWidget()
  const { nonce, server_time: serverTime } = await socket.challenge()
  const iat = Math.floor(Date.parse(serverTime) / 1000)
  const proof = await signProof(await newTestKey(), { nonce, htu: widgetHtu, payload: { iat } })
  const answer = await socket.exchange('connect', {
    provider_id: shop.providerId,
    proof,
    language: 'en',
  })
  await socket.leave()
  return answer
}

const get = (url: string) =>
  service.app.http.inject({ url, headers: { cookie: shop.cookie, origin: baseUrl } })

const unavailable = { error: { data: { code: 'unavailable', retry_after: 2_000 } } }

test('[F4] without its database the service returns unavailable with retry_after; afterwards the same message arrives', async () => {
  const clientId = newId()
  await postgres.stop()
  expect(await send('during', clientId)).toMatchObject(unavailable)
  expect(await send('during', clientId)).toMatchObject(unavailable)
  expect(await connectNewcomer()).toMatchObject(unavailable)
  for (const url of [`/v1/organizations/${shop.id}`, `/v1/organizations/${shop.id}/customers`, '/v1/me']) {
    const answer = await get(url)
    expect([url, answer.statusCode, answer.json().code]).toEqual([url, 503, 'unavailable'])
    expect([url, answer.headers['retry-after']]).toEqual([url, '2'])
  }
  await expect(service.openAgent({ cookie: shop.cookie })).rejects.toThrow('503')
  expect((await get('/readyz')).statusCode).toBe(503)
  expect((await get('/healthz')).statusCode).toBe(200)
  const metrics = await get('/metrics')
  expect([metrics.statusCode, metrics.body.includes('parley_sockets')]).toEqual([200, true])

  postgres = await start()
  await expect.poll(async () => (await send('during', clientId)).result).toBeDefined()
  const agent = await connectAgent(service, shop.id, shop.cookie)
  await agent.leave()
  expect((await get('/readyz')).statusCode).toBe(200)
})

test('an outage is not written to the log again and again', async () => {
  await postgres.stop()
  for (let count = 0; count < 20; count += 1) await send('during')
  const lines = logged.filter((line) => line.includes('"method":"message.send"'))
  // One line per driver error: the lost connection, then the refused ones.
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.length).toBeLessThanOrEqual(3)
  postgres = await start()
  await expect.poll(async () => (await send('after')).result).toBeDefined()
})

test('/readyz and /metrics respond in bounded time while the database hangs', async () => {
  const pid = await postmasterPidIn(path.join(home, 'data'))
  if (pid === undefined) throw new Error('There is no postmaster')
  const backends = await backendPids()
  for (const one of [pid, ...backends]) process.kill(one, 'SIGSTOP')
  try {
    const began = performance.now()
    const [ready, metrics] = await Promise.all([get('/readyz'), get('/metrics')])
    expect([ready.statusCode, ready.json().code, metrics.statusCode]).toEqual([503, 'unavailable', 200])
    expect(performance.now() - began).toBeLessThan(4_000)
  } finally {
    for (const one of [pid, ...backends]) process.kill(one, 'SIGCONT')
  }
  await expect.poll(async () => (await get('/readyz')).statusCode).toBe(200)
})

test('a full database disk is reported as storage_full, also by /readyz', async () => {
  await query(
    `create function full_disk() returns trigger language plpgsql as
     $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`,
    'create trigger full_disk before insert on message execute function full_disk()',
  )
  expect(await send('too much')).toMatchObject({
    error: { data: { code: 'storage_full', retry_after: 10_000 } },
  })
  const ready = await get('/readyz')
  expect([ready.statusCode, ready.json().code]).toEqual([507, 'storage_full'])
  await query('drop trigger full_disk on message')
})

async function query(...statements: string[]): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.url })
  await client.connect()
  try {
    let rows: unknown[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

async function backendPids(): Promise<number[]> {
  const rows = await query(
    `select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  return (rows as { pid: number }[]).map(({ pid }) => pid)
}
