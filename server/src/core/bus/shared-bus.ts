import { randomUUID } from 'node:crypto'
import { createLocalBus, type Bus, type BusMessages, type Subject } from './bus.ts'
import type { Logger } from '../logger.ts'
import { createThrottle } from '../throttle.ts'
import { createFrameReader, createFrameSender, type BusMessage, type Compact } from './frames.ts'
import { createPeers } from './peers.ts'
import { createSharding, type CustomerOf } from './sharding.ts'
import type { OpenTransport, ShardFrame } from './transport.ts'

/** Minimum interval between sends: messages of a busy process share them, and those of an idle one leave at once. */
const flushIntervalMs = 3
/** Queued messages while the transport is slow. When exceeded, the queue is dropped and a gap is announced. */
const maxPending = 20_000
/** Minimum interval between recoveries: each reads the database, and after an outage every process announces a gap. */
const gapIntervalMs = 1_000
/** Between a missing frame and its recovery, which covers what is missing of other processes by then: a broken route drops frames of many. */
const missingDelayMs = 2_000
const helloIntervalMs = 5_000

export interface SharedBus extends Bus {
  /** Resolves once the transport is connected for the first time. */
  connected: Promise<void>
  /** Whether another process is known. */
  hasPeers(): boolean
}

export interface BusCounts {
  frames(direction: 'sent' | 'received', count: number): void
  /** A message was published while there were other processes. */
  message(subject: Subject): void
}

/**
 * Bus for several processes: delivers synchronously within this process and over a transport to the others. A process without
 * peers sends only its hello (docs/decisions/bus.md).
 */
export function createSharedBus(deps: {
  openTransport: OpenTransport
  compact: Compact
  customerOf: CustomerOf
  logger: Logger
  onError: (error: unknown) => void
  counts?: BusCounts
}): SharedBus {
  const { logger, onError, counts } = deps
  const local = createLocalBus(onError)
  const self = randomUUID()
  const read = createFrameReader(self)
  const peers = createPeers(() => performance.now())
  const firstConnection = Promise.withResolvers<void>()
  let pending: BusMessage[] = []
  let hasGap = false
  let flushing: Promise<void> | null = null
  let cancelFlush: (() => void) | null = null
  let flushedAt = -Infinity
  let closed = false

  let missing: NodeJS.Timeout | undefined
  const gap = createThrottle(() => {
    clearTimeout(missing)
    missing = undefined
    local.reportGap()
  }, gapIntervalMs)

  /** Not announced to the others: they count for themselves. */
  function recoverMissing(): void {
    missing ??= setTimeout(() => gap.trigger(), missingDelayMs).unref()
  }

  function receive(text: string): void {
    const frame = read(text)
    if (frame === undefined) return
    counts?.frames('received', 1)
    const isNew = peers.add(frame.from)
    if (peers.hasMissed(frame.from, frame.number)) recoverMissing()
    if (frame.signal === 'bye') return peers.remove(frame.from)
    if (isNew) {
      // The new peer does not know this process yet and has missed earlier messages.
      hasGap = true
      schedule()
    }
    if (frame.signal === 'gap') gap.trigger()
    for (const message of frame.messages) {
      if (sharding.isRepeated(message)) continue
      const [subject, content] = message
      local.publish(subject as Subject, content as BusMessages[Subject])
    }
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
    onGap() {
      if (!closed) gap.trigger()
    },
    onDisconnected(reason) {
      hasGap = true
      if (!closed) logger.warn({ reason }, 'bus: not connected, changes reach other processes late')
    },
  })
  const frames = createFrameSender(self, () => transport.maxFrameBytes, deps.compact)
  const sharding = createSharding(transport.shards, deps.compact, deps.customerOf)

  const hello = () => void transport.send([frames.signal('hello')]).catch(() => {})
  const hellos = setInterval(() => {
    hello()
    // A process that was killed may have committed without announcing it.
    if (peers.takeLost()) gap.trigger()
  }, helloIntervalMs)
  hellos.unref()

  function schedule(): void {
    cancelFlush ??= runAfter(flushedAt + flushIntervalMs - performance.now(), () => {
      cancelFlush = null
      flushedAt = performance.now()
      flushing ??= flush().finally(() => {
        flushing = null
        if (!closed && pending.length > 0) schedule()
      })
    })
  }

  /** Begins with the gap, if there is one. */
  function encode(messages: BusMessage[]): { texts: string[]; sharded: ShardFrame[] } {
    const { toAll, toShards } = sharding.split(messages)
    const signals = hasGap ? [frames.signal('gap')] : []
    const texts = signals.concat(frames.encode(toAll))
    const sharded = [...toShards].flatMap(([shard, ofShard]) =>
      frames.encodeSharded(ofShard).map((text) => ({ shard, text })),
    )
    return { texts, sharded }
  }

  /** Messages that cannot be sent are dropped: after an outage, subscribers read the database. */
  async function flush(): Promise<void> {
    const messages = pending
    pending = []
    const { texts, sharded } = encode(messages)
    hasGap = false
    try {
      await transport.send(texts, sharded)
      counts?.frames('sent', texts.length + sharded.length)
      // It was reported meanwhile.
      if (hasGap && !closed) schedule()
    } catch {
      hasGap = true
    }
  }

  return {
    connected: firstConnection.promise,
    hasPeers: peers.any,
    subscribe: local.subscribe,
    follow: sharding.follow,
    onGap: local.onGap,
    reportGap() {
      if (closed) return
      gap.trigger()
      hasGap = true
      schedule()
    },
    publish(subject, message) {
      local.publish(subject, message)
      if (closed || !peers.any()) return
      if (pending.length >= maxPending) {
        pending = []
        hasGap = true
      }
      pending.push([subject, message])
      counts?.message(subject)
      schedule()
    },
    async close() {
      if (closed) return
      closed = true
      clearInterval(hellos)
      cancelFlush?.()
      await flushing
      // Sends messages published before the close, for example that agents went offline.
      const { texts, sharded } = encode(pending)
      // Without a bye, the others notice the silence and recover what could not be sent.
      await transport
        .send(texts, sharded)
        .then(() => transport.send([frames.signal('bye')]))
        .catch(() => {})
      gap.close()
      clearTimeout(missing)
      await transport.close()
      await local.close()
    },
  }
}

/** A timer takes at least 1 ms. @returns cancels it */
function runAfter(delayMs: number, run: () => void): () => void {
  if (delayMs > 0) {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  }
  const immediate = setImmediate(run)
  return () => clearImmediate(immediate)
}
