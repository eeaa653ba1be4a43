import { randomUUID } from 'node:crypto'
import { createLocalBus, type Bus, type BusMessages, type Subject } from './bus.ts'
import type { Logger } from '../logger.ts'
import { createThrottle } from '../throttle.ts'
import { createFrameReader, createFrameSender, type BusMessage, type Compact } from './frames.ts'
import { createPeers } from './peers.ts'
import type { OpenTransport } from './transport.ts'

/** Messages published within this time are sent together. */
const flushDelayMs = 3
/** Queued messages while the transport is slow. When exceeded, the queue is dropped and a gap is announced. */
const maxPending = 20_000
/** Minimum interval between recoveries: each reads the database, and after an outage every process announces a gap. */
const gapIntervalMs = 1_000
const helloIntervalMs = 5_000

export interface SharedBus extends Bus {
  /** Resolves once the transport is connected for the first time. */
  connected: Promise<void>
  /** Whether another process is known. */
  hasPeers(): boolean
}

/**
 * Bus for several processes: delivers synchronously within this process and over a transport to the others. A process without
 * peers sends only its hello (docs/decisions/bus.md).
 */
export function createSharedBus(deps: {
  openTransport: OpenTransport
  compact: Compact
  logger: Logger
  onError: (error: unknown) => void
}): SharedBus {
  const { logger, onError } = deps
  const local = createLocalBus(onError)
  const self = randomUUID()
  const read = createFrameReader(self)
  const peers = createPeers(() => performance.now())
  const firstConnection = Promise.withResolvers<void>()
  let pending: BusMessage[] = []
  let hasGap = false
  let flushing: Promise<void> | null = null
  let timer: NodeJS.Timeout | null = null
  let closed = false

  const gap = createThrottle(() => local.reportGap(), gapIntervalMs)

  function receive(text: string): void {
    const frame = read(text)
    if (frame === undefined) return
    if (frame.signal === 'bye') return peers.remove(frame.from)
    if (peers.add(frame.from)) {
      // The new peer does not know this process yet and has missed earlier messages.
      hasGap = true
      schedule()
    }
    if (frame.signal === 'gap') gap.trigger()
    for (const [subject, message] of frame.messages)
      local.publish(subject as Subject, message as BusMessages[Subject])
  }

  const transport = deps.openTransport({
    onFrame(text) {
      if (closed) return
      try {
        receive(text)
      } catch (error) {
        onError(error)
      }
    },
    onConnected() {
      firstConnection.resolve()
      if (closed) return
      logger.info('bus: connected')
      gap.trigger()
      hello()
      if (hasGap) schedule()
    },
    onDisconnected(reason) {
      hasGap = true
      if (!closed) logger.warn({ reason }, 'bus: not connected, changes reach other processes late')
    },
  })
  const frames = createFrameSender(self, transport.maxFrameBytes, deps.compact)

  const hello = () => void transport.send([frames.signal('hello')]).catch(() => {})
  const hellos = setInterval(hello, helloIntervalMs)
  hellos.unref()

  function schedule(): void {
    timer ??= setTimeout(() => {
      timer = null
      flushing ??= flush().finally(() => {
        flushing = null
        if (pending.length > 0) schedule()
      })
    }, flushDelayMs)
  }

  /** Messages that cannot be sent are dropped: after an outage, subscribers read the database. */
  async function flush(): Promise<void> {
    const messages = pending
    pending = []
    const texts = frames.encode(messages)
    if (hasGap) texts.unshift(frames.signal('gap'))
    hasGap = false
    try {
      await transport.send(texts)
    } catch {
      hasGap = true
    }
  }

  return {
    connected: firstConnection.promise,
    hasPeers: peers.any,
    subscribe: local.subscribe,
    onGap: local.onGap,
    publish(subject, message) {
      local.publish(subject, message)
      if (closed || !peers.any()) return
      if (pending.length >= maxPending) {
        pending = []
        hasGap = true
      }
      pending.push([subject, message])
      schedule()
    },
    async close() {
      if (closed) return
      closed = true
      clearInterval(hellos)
      if (timer) clearTimeout(timer)
      await flushing
      // Sends messages published before the close, for example that agents went offline.
      await transport.send([...frames.encode(pending), frames.signal('bye')]).catch(() => {})
      gap.close()
      await transport.close()
      await local.close()
    },
  }
}
