import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Socket } from 'node:net'
import type { SendInput } from '../features/webhooks/sending/send-result.ts'
import { signingKey } from '../features/webhooks/sending/signature.ts'
import { createSender, type Sender, type SenderOptions } from '../features/webhooks/sending/sender.ts'
import { createTestAuthority } from './test-certificates.ts'

/** Trusted only by test senders. */
export const testAuthority = createTestAuthority()
/** For receivers at receiver.test or 127.0.0.1. */
export const testCertificate = testAuthority.issue({ names: ['receiver.test', '127.0.0.1'] })

export const testSecret = `whsec_${Buffer.alloc(32, 'secret').toString('base64')}`

/** A sender that resolves every name to 127.0.0.1 and may connect to loopback. */
export function createTestSender(options: Partial<SenderOptions> = {}): Sender {
  return createSender({
    allowNetworks: ['127.0.0.0/8'],
    now: Date.now,
    ca: testAuthority.cert,
    resolve: () => Promise.resolve({ ok: true, addresses: ['127.0.0.1'] }),
    ...options,
  })
}

let events = 0

/** A delivery to receiver.test. */
export function testDelivery(port: number, change: Partial<SendInput> = {}): SendInput {
  events += 1
  const eventId = `evt_${events}`
  return {
    url: `https://receiver.test:${port}/hook?shop=1`,
    eventId,
    type: 'conversation.started',
    body: Buffer.from(JSON.stringify({ event_id: eventId, data: { name: 'Ayşe 👋' } })),
    key: signingKey(testSecret),
    ...change,
  }
}

/** Collects the TCP client sockets that this process opens from now on. */
export function watchSockets(): { sockets: Socket[]; stop: () => void } {
  const sockets: Socket[] = []
  const note = (message: unknown) => sockets.push((message as { socket: Socket }).socket)
  subscribe('net.client.socket', note)
  return { sockets, stop: () => unsubscribe('net.client.socket', note) }
}
