import { expect, test } from 'vitest'
import { createLogger } from '../../core/logger.ts'
import { createSecrets } from '../../core/secrets.ts'
import { startTcpProxy } from '../../testing/tcp-proxy.ts'
import { createTestDatabase } from '../../testing/test-database.ts'
import { createSignIn } from './sign-in.ts'

/** Connections of the pool. */
const connections = 4

test('sign-in continues after the network has dropped its connections without closing them, and closes', async () => {
  const database = await createTestDatabase()
  const { hostname, port } = new URL(database.url)
  const proxy = await startTcpProxy({ host: hostname, port: Number(port) })
  const signIn = createSignIn({
    databaseUrl: Object.assign(new URL(database.url), { host: `127.0.0.1:${proxy.port}` }).href,
    baseUrl: 'https://parley.test',
    logger: createLogger('silent'),
    secrets: createSecrets('a secret of at least thirty-two characters'),
    passwordHashing: { hash: async (password) => password, verify: async () => false },
    onSessionStarted: async () => {},
    onSessionEnded: async () => {},
    onPersonChanged: async () => {},
    queryTimeoutMs: 500,
  })
  const ask = async () => {
    const credentials = { email: 'nobody@example.com', password: 'not the password' }
    return (await signIn.ask('POST', '/sign-in/email', { headers: {}, ip: '192.0.2.1' }, credentials)).status
  }
  const askAll = () => Promise.allSettled(Array.from({ length: connections }, ask))
  const unauthorized = { status: 'fulfilled', value: 401 }
  const allUnauthorized = Array.from({ length: connections }, () => unauthorized)
  expect(await askAll()).toEqual(allUnauthorized)
  proxy.hold()
  for (const outcome of await askAll()) expect(outcome).not.toEqual(unauthorized)
  expect(await askAll()).toEqual(allUnauthorized)
  await signIn.close()
  await proxy.close()
  await database.drop()
})
