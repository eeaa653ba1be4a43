import { hash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Bus } from './bus/bus.ts'
import { atMost } from './cache.ts'
import type { Clock } from './clock.ts'
import { newId } from './ids.ts'
import {
  createTokenBuckets,
  type DrainableBuckets,
  type RateLimit,
  type TokenBuckets,
} from './token-bucket.ts'

declare module './bus/bus.ts' {
  interface BusMessages {
    /** Tokens that a process took, by `name hash`. `at`: by its clock; processes of a former release send none. */
    'limits.taken': { by: string; at?: number; taken: [key: string, count: number][] }
  }
}

export interface RateLimits {
  /** Token buckets per key that all processes of the installation share. @param name one word, unique */
  buckets(name: string, limit: RateLimit): TokenBuckets
  close(): void
}

/** How long tokens are collected before they are published to other processes (ms). */
const publishDelayMs = 100
/** Delay between busy processes that does not count as late (ms). */
const toleratedDelayMs = 1_000
/** How fast an expected delay grows (per ms), so that a clock that was set does not make messages late for ever. */
const clockDrift = 0.02
/** Keys per message of the bus. */
const maxKeysPerMessage = 200

/**
 * Rate limits across processes. Each process admits by its own buckets and publishes what it took, without a round
 * trip per request. Bound: N processes, up to 8, admit at most N bursts at once, and on average one process' rate, because what was
 * admitted too much is owed. While the bus is down, each process limits alone. docs/decisions/bus.md.
 */
export function createRateLimits({ bus, clock }: { bus: Bus; clock: Clock }): RateLimits {
  const process = newId()
  const limits = new Map<string, DrainableBuckets>()
  const latenessOf = createLateness(clock)
  const taken = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function publish(): void {
    timer = undefined
    const all = [...taken]
    taken.clear()
    for (let start = 0; start < all.length; start += maxKeysPerMessage)
      bus.publish('limits.taken', {
        by: process,
        at: clock(),
        taken: all.slice(start, start + maxKeysPerMessage),
      })
  }

  function record(name: string, key: string, count: number): void {
    const id = `${name} ${key}`
    taken.set(id, (taken.get(id) ?? 0) + count)
    timer ??= setTimeout(publish, publishDelayMs).unref()
  }

  const unsubscribe = bus.subscribe('limits.taken', (message) => {
    if (message.by === process) return
    const lateMs = latenessOf(message.by, message.at)
    for (const [id, count] of message.taken) {
      const [name = '', key = ''] = id.split(' ')
      limits.get(name)?.drain(key, count, lateMs)
    }
  })

  return {
    buckets(name, limit) {
      const own = createTokenBuckets(limit, clock)
      limits.set(name, own)
      return {
        has: (key) => own.has(digest(key)),
        delete: (key) => own.delete(digest(key)),
        take(key, count = 1) {
          const id = digest(key)
          const waitMs = own.take(id, count)
          if (waitMs === 0) record(name, id, count)
          return waitMs
        },
        refund(key, count = 1) {
          const id = digest(key)
          own.refund(id, count)
          record(name, id, -count)
        },
      }
    },
    close() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

/**
 * Returns how late a message is (ms): a process that was suspended receives the messages of that time at once. Clocks differ, so a
 * sender's messages are compared with the fastest ones before.
 */
function createLateness(clock: Clock): (sender: string, sentAt: number | undefined) => number {
  const fastest = new LRUCache<string, { delayMs: number; at: number }>(atMost(100))
  return (sender, sentAt) => {
    if (sentAt === undefined) return 0
    const now = clock()
    const delayMs = now - sentAt
    const known = fastest.get(sender)
    const expectedMs = known ? known.delayMs + Math.max(0, now - known.at) * clockDrift : delayMs
    fastest.set(sender, { delayMs: Math.min(delayMs, expectedMs), at: now })
    return delayMs - expectedMs > toleratedDelayMs ? delayMs - expectedMs : 0
  }
}

/** Keys contain addresses and identities, which other users of the bus's server must not read. */
const digest = (key: string) => hash('sha256', key, 'base64url').slice(0, 22)
