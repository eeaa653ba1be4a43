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
  /** What the sender opened for this delivery. */
  readonly sockets: Socket[]
  readonly clock: ReturnType<typeof createTestTimer>
  /** Starts a delivery to a receiver that behaves so. */
  deliver(to: Behave): Promise<SendResult>
  /** The receiver of a delivery that was started writes this, and the sender has read it. */
  read(text: string): Promise<void>
}

/** One delivery at a time to a receiver that behaves as a test wants, on a timer that is turned by hand. For one test file. */
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

/** Writes raw bytes once the request is here. */
export const answers =
  (text: string | Buffer): Behave =>
  (socket) =>
    socket.write(text)
