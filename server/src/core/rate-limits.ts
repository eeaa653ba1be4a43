import { hash } from 'node:crypto'
import type { Bus } from './bus/bus.ts'
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
    /** Tokens that a process took, by `name hash`. */
    'limits.taken': { by: string; taken: [key: string, count: number][] }
  }
}

export interface RateLimits {
  /** Token buckets per key that all processes of the installation share. @param name one word, unique */
  buckets(name: string, limit: RateLimit): TokenBuckets
  close(): void
}

/** How long tokens are collected before they are published to other processes (ms). */
const tellAfterMs = 100
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
  const taken = new Map<string, number>()
  let timer: NodeJS.Timeout | undefined

  function tell(): void {
    timer = undefined
    const all = [...taken]
    taken.clear()
    for (let start = 0; start < all.length; start += maxKeysPerMessage)
      bus.publish('limits.taken', { by: process, taken: all.slice(start, start + maxKeysPerMessage) })
  }

  function note(name: string, key: string, count: number): void {
    const id = `${name} ${key}`
    taken.set(id, (taken.get(id) ?? 0) + count)
    timer ??= setTimeout(tell, tellAfterMs).unref()
  }

  const unsubscribe = bus.subscribe('limits.taken', (message) => {
    if (message.by === process) return
    for (const [id, count] of message.taken) {
      const [name = '', key = ''] = id.split(' ')
      limits.get(name)?.drain(key, count)
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
          if (waitMs === 0) note(name, id, count)
          return waitMs
        },
        refund(key, count = 1) {
          const id = digest(key)
          own.refund(id, count)
          note(name, id, -count)
        },
      }
    },
    close() {
      clearTimeout(timer)
      unsubscribe()
    },
  }
}

/** Keys contain addresses and identities, which other users of the bus's server must not read. */
const digest = (key: string) => hash('sha256', key, 'base64url').slice(0, 22)
