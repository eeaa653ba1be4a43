import type { NatsConnection, Subscription } from '@nats-io/transport-node'
import type { Shards } from './transport.ts'

/** Bounds the subscriptions of a process. A process with 1,000 connected customers receives a fifth of the complete messages. */
const shardCount = 4_096

/**
 * A closed shard stays subscribed for this long. Its last short forms were ignored because the complete ones were to follow: these may
 * still be on their way.
 */
const lingerMs = 2_000

/** A server confirms a subscription before the others of its cluster forward to it: short forms count for this much longer. */
export const forwardingMs = 2_000

interface Shard {
  subscription: Subscription | null
  /** On the monotonic clock; null: not confirmed on this connection. */
  confirmedAt: number | null
  /** The server refused the subscription, for example for lack of a permission. It confirms such ones as well. */
  isRefused: boolean
  /** Set once the shard is closed. */
  closing: NodeJS.Timeout | null
}

/** One subject per shard. The client subscribes again after a reconnect. */
export interface NatsShards {
  shards: Shards
  /** @param shard `check`: a subject without messages, to try the permission */
  subjectOf(shard: number | 'check'): string
  /** Subscribes to all open shards and waits for the server's confirmation. */
  connected(connection: NatsConnection): void
  /** Nothing is confirmed until `connected`. */
  disconnected(): void
}

/** @param flush rejects when the connection is lost */
export function createNatsShards(deps: {
  subject: string
  onFrame: (text: string) => void
  flush: (connection: NatsConnection) => Promise<void>
}): NatsShards {
  const open = new Map<number, Shard>()
  const subjectOf = (shard: number | 'check') => `${deps.subject}.${shard}`
  let connection: NatsConnection | null = null
  /** Has the subscriptions: the client restores them after a reconnect, but not on a new connection. */
  let subscribedOn: NatsConnection | null = null
  let confirming = false

  function subscribe(to: NatsConnection, number: number, shard: Shard): Subscription {
    return to.subscribe(subjectOf(number), {
      callback: (error, message) => {
        if (error === null) deps.onFrame(message.string())
        else shard.isRefused = true
      },
    })
  }

  function isOpen(number: number): boolean {
    const shard = open.get(number)
    if (shard === undefined || shard.confirmedAt === null || shard.isRefused || shard.closing !== null)
      return false
    return performance.now() - shard.confirmedAt >= forwardingMs
  }

  /** Many customers may connect at once: one confirmation for all subscriptions since the last one. */
  async function confirm(): Promise<void> {
    if (confirming) return
    confirming = true
    try {
      for (;;) {
        const current = connection
        const unconfirmed = [...open.values()].filter(({ confirmedAt }) => confirmedAt === null)
        if (current === null || unconfirmed.length === 0) return
        await deps.flush(current)
        if (connection === current) for (const shard of unconfirmed) shard.confirmedAt = performance.now()
      }
    } finally {
      confirming = false
    }
  }

  // Without a connection, `connected` confirms.
  const confirmInBackground = () => void confirm().catch(() => {})

  return {
    subjectOf,
    shards: {
      count: shardCount,
      open(number) {
        const lingering = open.get(number)
        if (lingering !== undefined) {
          if (lingering.closing !== null) clearTimeout(lingering.closing)
          lingering.closing = null
          return
        }
        const shard: Shard = { subscription: null, confirmedAt: null, isRefused: false, closing: null }
        if (connection !== null) shard.subscription = subscribe(connection, number, shard)
        open.set(number, shard)
        confirmInBackground()
      },
      close(number) {
        const shard = open.get(number)
        if (shard === undefined || shard.closing !== null) return
        shard.closing = setTimeout(() => {
          open.delete(number)
          shard.subscription?.unsubscribe()
        }, lingerMs)
        shard.closing.unref()
      },
      isOpen,
    },
    connected(to) {
      const isNew = subscribedOn !== to
      connection = to
      subscribedOn = to
      for (const [number, shard] of open) {
        if (!isNew && shard.subscription !== null) continue
        shard.isRefused = false
        shard.subscription = subscribe(to, number, shard)
      }
      confirmInBackground()
    },
    disconnected() {
      connection = null
      for (const shard of open.values()) shard.confirmedAt = null
    },
  }
}
