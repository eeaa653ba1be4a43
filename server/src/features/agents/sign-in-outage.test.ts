import { Client } from 'pg'
import { expect, test } from 'vitest'
import { createLogger } from '../../core/logger.ts'
import { createSecrets } from '../../core/secrets.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createSignIn } from './sign-in.ts'

/** Connections of the pool. */
const connections = 4

const credentials = { email: 'nobody@example.com', password: 'not the password' }

function open(databaseUrl: string, timeouts: { queryTimeoutMs?: number; closeTimeoutMs?: number }) {
  const signIn = createSignIn({
    databaseUrl,
    baseUrl: 'https://parley.test',
    logger: createLogger('silent'),
    secrets: createSecrets('a secret of at least thirty-two characters'),
    passwordHashing: { hash: async (password) => password, verify: async () => false },
    onSessionStarted: async () => {},
    onSessionEnded: async () => {},
    ...timeouts,
  })
  const ask = async () =>
    (await signIn.ask('POST', '/sign-in/email', { headers: {}, ip: '192.0.2.1' }, credentials)).status
  return { ask, close: signIn.close }
}

test('sign-in continues after the network has dropped its connections without closing them', async () => {
  const database = await createTestDatabase()
  const { hostname, port } = new URL(database.url)
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) })
  const databaseUrl = Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href
  const { ask, close } = open(databaseUrl, { queryTimeoutMs: 2_000 })
  const askAll = () => Promise.allSettled(Array.from({ length: connections }, ask))
  const unauthorized = { status: 'fulfilled', value: 401 }
  const allUnauthorized = Array.from({ length: connections }, () => unauthorized)
  // Loads better-auth.
  expect(await ask()).toBe(401)
  expect(await askAll()).toEqual(allUnauthorized)
  proxy.hold()
  for (const outcome of await askAll()) expect(outcome).not.toEqual(unauthorized)
  expect(await askAll()).toEqual(allUnauthorized)
  await close()
  await proxy.close()
  await database.drop()
})

test('sign-in closes although a statement has not ended', async () => {
  const database = await createTestDatabase()
  const { ask, close } = open(database.url, { closeTimeoutMs: 100 })
  expect(await ask()).toBe(401)
  const other = new Client({ connectionString: database.url })
  await other.connect()
  await other.query('begin')
  await other.query('lock table auth_user in access exclusive mode')
  const asked = ask().then(
    () => 'asked',
    () => 'asked',
  )
  const waiting = async () =>
    (
      await other.query(
        'select from pg_locks join pg_database on pg_database.oid = database where not granted and datname = current_database()',
      )
    ).rowCount
  await expect.poll(waiting, { timeout: 10_000 }).toBe(1)
  expect(await Promise.race([asked, close().then(() => 'closed')])).toBe('closed')
  await other.query('rollback')
  await asked
  await other.end()
  await database.drop()
})
