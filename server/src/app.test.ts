import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from './core/free-port.ts'
import {
  baseUrl,
  connectAgent,
  connectVisitor,
  foundOrganization,
  startTestService,
  type TestOrganization,
  type TestService,
} from './testing/test-service.ts'

let service: TestService
let shop: TestOrganization
beforeAll(async () => {
  service = await startTestService()
  shop = await foundOrganization(service, 'Shop')
})
afterAll(() => service.stop())

/** Sends a request with the first part of its body. `finish` sends the rest. */
async function halfSentSetup(service: TestService) {
  const body = JSON.stringify({
    organization: 'Late',
    name: 'Lena Late',
    email: 'lena@late.test',
    password: 'correct horse battery',
  })
  const sent = request(`${service.address}/v1/public/setup`, {
    method: 'POST',
    headers: {
      origin: baseUrl,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      expect: '100-continue',
    },
  })
  sent.flushHeaders()
  const responded = once(sent, 'response') as Promise<[IncomingMessage]>
  await once(sent, 'continue')
  sent.write(body.slice(0, 20))
  return {
    async finish(): Promise<number | undefined> {
      sent.end(body.slice(20))
      const [response] = await responded
      response.resume()
      return response.statusCode
    },
  }
}

/** Returns the application names of the other connections to the service's database. */
async function connectionsOf({ databaseUrl }: TestService): Promise<string[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ application_name: string }>(
    `select application_name from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
  )
  await client.end()
  return rows.map((row) => row.application_name)
}

test('open sockets are counted by kind until they close', async () => {
  const { socket } = await connectVisitor(service, shop.providerId)
  const agent = await connectAgent(service, shop.id, shop.cookie)
  const counted = async () => {
    const { body } = await service.app.http.inject({ url: '/metrics' })
    return body.split('\n').filter((line) => line.startsWith('parley_sockets{'))
  }
  expect(await counted()).toEqual(['parley_sockets{kind="widget"} 1', 'parley_sockets{kind="agent"} 1'])
  await Promise.all([socket.leave(), agent.leave()])
  await expect.poll(counted).toEqual(['parley_sockets{kind="widget"} 0', 'parley_sockets{kind="agent"} 0'])
})

test('stopping closes all database connections, including those of workers and jobs', async () => {
  const port = await freePort(0)
  const working = await startTestService({ env: { HOST: '127.0.0.1', PORT: String(port) }, listen: 'app' })
  await foundOrganization(working, 'Stopping')
  await expect
    .poll(() => connectionsOf(working))
    .toEqual(expect.arrayContaining(['parley', 'parley bus', 'parley jobs', 'parley sign-in']))
  await working.app.stop()
  expect(await connectionsOf(working)).toEqual([])
  await working.stop()
})

test('[B2] sockets drain while a pending request can still use the database and finish', async () => {
  const { socket } = await connectVisitor(service, shop.providerId)
  const agent = await connectAgent(service, shop.id, shop.cookie)
  const underWay = await halfSentSetup(service)
  let stopped = false
  const stop = service.app.stop().then(() => (stopped = true))
  for (const one of [socket, agent]) {
    await one.next('draining')
    expect((await one.closed).code).toBe(1012)
  }
  expect(stopped).toBe(false)
  expect(await underWay.finish()).toBe(201)
  await stop
})
