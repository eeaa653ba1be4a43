import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestNameServer, type TestNameServer } from '../../../testing/test-name-server.ts'
import { okAnswer, startTestReceiver, type TestReceiver } from '../../../testing/test-receiver.ts'
import { createTestSender, testCertificate, testDelivery, testSecret } from '../../../testing/test-sender.ts'
import { createTestTimer } from '../../../testing/test-timer.ts'
import { createResolver } from './resolver.ts'
import type { Sender } from './sender.ts'

let names: TestNameServer
let receiver: TestReceiver
let sender: Sender
let clock: ReturnType<typeof createTestTimer>

beforeEach(async () => {
  names = await startTestNameServer()
  names.names.set('receiver.test', { addresses: ['127.0.0.1'], ttl: 60 })
  receiver = await startTestReceiver(testCertificate, testSecret, (socket, request) => {
    if (request.path !== '/hang') socket.write(okAnswer)
  })
  clock = createTestTimer()
  sender = createTestSender({
    timer: clock.timer,
    resolve: createResolver({
      now: Date.now,
      timer: clock.timer,
      // Only the test's timer ends a look-up: on a busy machine the deliveries take longer than a real query timeout.
      queryTimeoutMs: 30_000,
      servers: [names.address],
      hostsFile: null,
    }),
  })
})
afterEach(async () => {
  sender.close()
  await Promise.all([names.stop(), receiver.stop()])
})

/** Starts deliveries and counts the finished ones. */
function start(count: number, url: (index: number) => string, tenant: string) {
  let ended = 0
  const results = Array.from({ length: count }, async (_, index) => {
    const result = await sender.send(testDelivery(receiver.port, { url: url(index), tenant }))
    ended += 1
    return result
  })
  return { all: Promise.all(results), ended: () => ended }
}

test('hanging receivers and unresponsive name servers time out without delaying other deliveries', async () => {
  const unresponsive = start(200, (index) => `https://name${index}.dead.test:${receiver.port}/`, 'careless')
  for (let index = 0; index < 200; index++) names.names.set(`name${index}.dead.test`, 'silence')
  const hanging = start(30, () => `https://receiver.test:${receiver.port}/hang`, 'slow')
  await receiver.received(30)

  // The same host as the hanging receiver, for another organization.
  const others = start(100, (index) => `https://receiver.test:${receiver.port}/${index}`, 'quick')
  for (const result of await others.all) expect(result).toMatchObject({ outcome: 'delivered' })
  expect(unresponsive.ended()).toBe(0)
  expect(hanging.ended()).toBe(0)

  clock.pass(10_000)
  for (const result of await hanging.all) expect(result).toMatchObject({ outcome: 'timeout' })
  for (const result of await unresponsive.all) expect(result).toMatchObject({ request: null, status: null })
  expect(receiver.requests).toHaveLength(130)
})
