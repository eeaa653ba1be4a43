import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { natsServerProgram, startNatsServer } from '../../testing/nats-server.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { createMetrics } from '../metrics.ts'
import { createSecrets } from '../secrets.ts'
import type { Bus } from './bus.ts'
import { createBus } from './create-bus.ts'
import type { NatsSettings } from './nats-transport.ts'

const logger = pino({ level: 'silent' })
const login = { user: 'parley', pass: 'secret' }
const hint = { organization_id: 'o', customer_id: 'c', after: 0, to: 1, entries: null, born: null }

const buses = ['PostgreSQL', ...(natsServerProgram === undefined ? [] : ['NATS'])]
if (natsServerProgram === undefined) console.warn('Installations on one NATS server: NOT TESTED.')

describe.each(buses)('installations that share a server, %s', (name) => {
  let database: TestDatabase
  let server: Awaited<ReturnType<typeof startNatsServer>> | null = null
  let nats: NatsSettings | null = null
  beforeAll(async () => {
    database = await createTestDatabase()
    if (name !== 'NATS') return
    server = await startNatsServer(natsServerProgram ?? '', login)
    nats = { servers: [`127.0.0.1:${server.port}`], tls: false, login }
  })
  afterAll(async () => {
    await server?.stop()
    await database.drop()
  })

  test('do not receive each other’s messages, unlike processes with the same secret', async () => {
    const open = (secret: string): Bus =>
      createBus({
        nats,
        databaseUrl: database.url,
        secrets: createSecrets(secret.repeat(4)),
        logger,
        metrics: createMetrics(),
        onError: () => {},
      })
    const [one, same, stranger, strangerToo] = ['our secret', 'our secret', 'another one', 'another one'].map(
      open,
    )
    const heard = { same: 0, stranger: 0 }
    same!.subscribe('log', () => void (heard.same += 1))
    stranger!.subscribe('log', ({ customer_id: id }) => {
      if (id === hint.customer_id) heard.stranger += 1
    })
    // The other installation is connected and receives its own messages.
    let isConnected = false
    stranger!.subscribe('log', ({ customer_id: id }) => void (isConnected ||= id === 'theirs'))
    const publish = () => {
      strangerToo!.publish('log', { ...hint, customer_id: 'theirs' })
      one!.publish('log', hint)
      return isConnected && heard.same > 0
    }
    await expect.poll(publish, { timeout: 20_000 }).toBe(true)
    expect(heard.stranger).toBe(0)
    for (const bus of [one, same, stranger, strangerToo]) await bus!.close()
  })
})
