import type { MediaTicket } from '@parley/protocol/media'
import type { MessageHistory } from '@parley/protocol/timeline'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { request, type IncomingMessage } from 'node:http'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from './core/ids.ts'
import { sample } from './testing/recording-setup.ts'
import { callScene, placeCall, talk } from './testing/test-calls.ts'
import { sendText } from './testing/test-shop.ts'
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

/** Sends a request with the first part of its body. `finish` sends the rest and returns the status. */
async function halfSent(
  url: string,
  { method, headers, body }: { method: string; headers: Record<string, string>; body: Buffer },
) {
  const sent = request(url, {
    method,
    headers: { ...headers, 'content-length': body.length, expect: '100-continue' },
  })
  sent.flushHeaders()
  const responded = once(sent, 'response') as Promise<[IncomingMessage]>
  await once(sent, 'continue')
  sent.write(body.subarray(0, 20))
  return {
    async finish(): Promise<number | undefined> {
      sent.end(body.subarray(20))
      const [response] = await responded
      response.resume()
      return response.statusCode
    },
  }
}

const halfSentSetup = ({ address }: TestService) =>
  halfSent(`${address}/v1/public/setup`, {
    method: 'POST',
    headers: { origin: baseUrl, 'content-type': 'application/json' },
    body: Buffer.from(
      JSON.stringify({
        organization: 'Late',
        name: 'Lena Late',
        email: 'lena@late.test',
        password: 'correct horse battery',
      }),
    ),
  })

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
  const working = await startTestService({ listen: 'app' })
  await foundOrganization(working, 'Stopping')
  await expect
    .poll(() => connectionsOf(working))
    .toEqual(expect.arrayContaining(['parley', 'parley bus', 'parley jobs', 'parley sign-in']))
  await working.app.stop()
  // The backend process of a closed connection exits with a delay.
  await expect.poll(() => connectionsOf(working)).toEqual([])
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

test('[B2] an attachment and a recording whose uploads are in progress at a stop are stored completely', async () => {
  const stopping = await startTestService()
  const scene = await callScene(stopping, { agents: 1, settings: { recording: 'notify' } })
  const { organization, agents } = scene
  const visitor = await connectVisitor(stopping, organization.providerId)
  const text = Buffer.from('The first part of a file, and its last part')
  const ticket = await visitor.socket.request<MediaTicket>('media.ticket', {
    name: 'note.txt',
    size: text.length,
  })
  const upload = await halfSent(stopping.address + new URL(ticket.upload_url).pathname, {
    method: 'PUT',
    headers: { 'parley-upload': ticket.ticket },
    body: text,
  })
  const call = await placeCall(scene)
  const [agent] = agents
  await talk(call, agent!)
  await agent!.socket.request('call.record', { call_id: call.id, state: 'on' })
  const [chunk = Buffer.of()] = await sample('audio.webm')
  const recording = `/v1/organizations/${organization.id}/calls/${call.id}/recordings/${newId()}`
  const recorded = await halfSent(`${stopping.address}${recording}/chunks/0`, {
    method: 'PUT',
    headers: { cookie: agent!.cookie, origin: baseUrl, 'content-type': 'audio/webm;codecs=opus' },
    body: chunk,
  })

  const stopped = stopping.app.stop()
  for (const { socket } of [visitor, call, agent!]) expect((await socket.closed).code).toBe(1012)
  expect(await upload.finish()).toBe(201)
  expect(await recorded.finish()).toBe(200)
  await stopped

  const files = await readdir(path.join(stopping.dataDir, 'media'), { recursive: true, withFileTypes: true })
  const contents = await Promise.all(
    files
      .filter((file) => file.isFile())
      .map(async ({ parentPath, name }) => (await readFile(path.join(parentPath, name))).toString('base64')),
  )
  expect(contents).toEqual(expect.arrayContaining([text, chunk].map((bytes) => bytes.toString('base64'))))
  const other = await startTestService({ databaseUrl: stopping.databaseUrl })
  const { socket } = await connectVisitor(other, organization.providerId, { key: visitor.key })
  await sendText(socket, '', { media_ids: [ticket.media_id] })
  const { messages } = await socket.request<MessageHistory>('message.history')
  expect(messages[0]?.media).toMatchObject([{ name: 'note.txt', size: text.length }])
  const end = { cookie: agent!.cookie, body: { chunks: 1 } }
  expect(await other.call('POST', `${recording}/finish`, end)).toMatchObject({
    status: 200,
    body: { next: 1 },
  })
  await other.stop()
  await stopping.stop()
})
