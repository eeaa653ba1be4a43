import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { natsTransport } from './nats-transport.ts'

/**
 * A server that confirms everything. `events` has what it and the transport do, in order.
 * @param options.answer to a ping, of which the first of a connection confirms the login; null: none
 */
async function scene(options: { maxPayload?: number; answer?: (pings: number) => string | null }) {
  const { maxPayload = 1_048_576, answer = () => 'PONG' } = options
  const events: string[] = []
  /** Since the connect. */
  const gapsAfterMs: number[] = []
  let connectedAt = NaN
  const clients = new Set<Socket>()
  const info = { server_id: 'test', version: '2.11.0', proto: 1, max_payload: maxPayload }
  const server = createServer((client) => {
    clients.add(client)
    client.on('close', () => clients.delete(client))
    client.on('error', () => {})
    client.write(`INFO ${JSON.stringify(info)}\r\n`)
    let pings = 0
    client.on('data', (data) => {
      for (const line of data.toString().split('\r\n')) {
        if (line.startsWith('SUB parley.test ')) events.push('server has the subscription')
        if (line !== 'PING') continue
        pings += 1
        const text = answer(pings)
        if (text === null) events.push('server is silent')
        else client.write(`${text}\r\n`)
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const open = natsTransport({
    settings: { servers: [`127.0.0.1:${port}`], tls: false, login: null },
    subject: 'parley.test',
  })
  const transport = open({
    onFrame: () => {},
    onConnected() {
      connectedAt = performance.now()
      events.push('connected')
    },
    onGap: () => void gapsAfterMs.push(performance.now() - connectedAt),
    onDisconnected: (reason) => void events.push(`disconnected: ${reason}`),
  })
  const disconnect = () => {
    for (const client of clients) client.destroy()
  }
  onTestFinished(async () => {
    await transport.close()
    disconnect()
    server.close()
    await once(server, 'close')
  })
  return { transport, events, gapsAfterMs, disconnect }
}

test('the transport is connected once the server has its subscription, also after a reconnect', async () => {
  const { events, disconnect } = await scene({})
  const connect = ['server has the subscription', 'connected']
  await expect.poll(() => events).toEqual(connect)
  disconnect()
  await expect.poll(() => events, { timeout: 10_000 }).toHaveLength(5)
  expect(events).toEqual([...connect, 'disconnected: disconnect', ...connect])
})

test('a gap follows each connect once other servers of a cluster forward', async () => {
  const { gapsAfterMs, disconnect } = await scene({})
  await expect.poll(() => gapsAfterMs).toHaveLength(1)
  disconnect()
  await expect.poll(() => gapsAfterMs).toHaveLength(2)
  expect(Math.min(...gapsAfterMs)).toBeGreaterThan(1_900)
})

test('frames are as large as the server allows, up to 256 KiB', async () => {
  for (const [maxPayload, maxFrameBytes] of [
    [65_536, 65_536],
    [1_048_576, 262_144],
  ] as const) {
    const { transport, events } = await scene({ maxPayload })
    await expect.poll(() => events).toContain('connected')
    expect(transport.maxFrameBytes).toBe(maxFrameBytes)
  }
})

test('a transport closes while the server has not confirmed its subscription', async () => {
  const { transport, events } = await scene({ answer: (pings) => (pings === 1 ? 'PONG' : null) })
  await expect.poll(() => events).toEqual(['server has the subscription', 'server is silent'])
  await transport.close()
  expect(events).toHaveLength(2)
})

test.each([
  ['Authorization Violation', 'the NATS server refuses the credentials in NATS_URL'],
  ['Authentication Timeout', 'Authentication Timeout'],
  ['Account Authentication Expired', 'Account Authentication Expired'],
])('a login that ends with "%s" is reported as: %s', async (error, reason) => {
  const { events } = await scene({ answer: () => `-ERR '${error}'` })
  await expect.poll(() => events).toEqual([`disconnected: ${reason}`])
})
