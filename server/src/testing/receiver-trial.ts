import { once } from 'node:events'
import type { Socket } from 'node:net'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { SendResult } from '../features/webhooks/sending/send-result.ts'
import type { Sender } from '../features/webhooks/sending/sender.ts'
import { startTestReceiver, type Behave, type TestReceiver } from './test-receiver.ts'
import { createTestSender, testCertificate, testDelivery, testSecret, watchSockets } from './test-sender.ts'
import { createTestTimer } from './test-timer.ts'

export interface ReceiverTrial {
  readonly receiver: TestReceiver
  /** Sockets opened by the sender for this delivery. */
  readonly sockets: Socket[]
  readonly clock: ReturnType<typeof createTestTimer>
  /** Starts a delivery to a receiver with this behavior. */
  deliver(to: Behave): Promise<SendResult>
  /** Writes `text` from the receiver of the current delivery and waits until the sender has read it. */
  read(text: string): Promise<void>
}

/** Sends one delivery at a time to a receiver controlled by the test, with a manual timer. For one test file. */
export function tryReceivers(): ReceiverTrial {
  let receiver: TestReceiver
  let behave: Behave
  let sender: Sender
  let clock = createTestTimer()
  const watched = watchSockets()

  beforeAll(async () => {
    receiver = await startTestReceiver(testCertificate, testSecret, (...came) => behave(...came))
  })
  afterAll(async () => {
    watched.stop()
    await receiver.stop()
  })
  afterEach(() => sender.close())

  return {
    get receiver() {
      return receiver
    },
    sockets: watched.sockets,
    get clock() {
      return clock
    },
    deliver(to) {
      behave = to
      receiver.requests.length = 0
      watched.sockets.length = 0
      clock = createTestTimer()
      sender = createTestSender({ timer: clock.timer })
      return sender.send(testDelivery(receiver.port))
    },
    async read(text) {
      await receiver.received(1)
      const [socket] = watched.sockets
      const came = socket && once(socket, 'data')
      for (const open of receiver.open) open.write(text)
      await came
    },
  }
}

/** Writes raw bytes when a request has arrived. */
export const answers =
  (text: string | Buffer): Behave =>
  (socket) =>
    socket.write(text)
