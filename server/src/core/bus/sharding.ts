import type { BusMessage, Compact } from './frames.ts'
import type { Shards } from './transport.ts'

/** Returns the customer of a message whose complete form only that customer's followers need; null for all others. */
export type CustomerOf = (message: BusMessage) => string | null

/** Messages as they are sent. */
interface Split {
  /** To every process. A short form names the shard of its complete form, so that receivers of both ignore it. */
  toAll: BusMessage[]
  toShards: Map<number, BusMessage[]>
}

/** Sends complete messages only to processes that follow their customer (docs/decisions/bus.md). */
export function createSharding(shards: Shards | null, compact: Compact, customerOf: CustomerOf) {
  /** Number of customers that are followed in each shard. */
  const followed = new Map<number, number>()
  return {
    follow(customerId: string): () => void {
      if (shards === null) return () => {}
      const shard = shardOf(customerId, shards.count)
      const count = followed.get(shard) ?? 0
      followed.set(shard, count + 1)
      if (count === 0) shards.open(shard)
      let ended = false
      return () => {
        if (ended) return
        ended = true
        const left = (followed.get(shard) ?? 0) - 1
        if (left > 0) {
          followed.set(shard, left)
          return
        }
        followed.delete(shard)
        shards.close(shard)
      }
    },

    split(messages: BusMessage[]): Split {
      const toShards: Split['toShards'] = new Map()
      if (shards === null) return { toAll: messages, toShards }
      const toAll = messages.map((message): BusMessage => {
        const customerId = customerOf(message)
        if (customerId === null) return message
        const shard = shardOf(customerId, shards.count)
        const ofShard = toShards.get(shard) ?? []
        toShards.set(shard, ofShard)
        ofShard.push(message)
        const [subject, short] = compact(message)
        return [subject, short, shard]
      })
      return { toAll, toShards }
    },

    /** Whether the complete form of this message arrives as well. */
    isRepeated: ([, , shard]: BusMessage): boolean => shard !== undefined && shards?.isOpen(shard) === true,
  }
}

/** FNV-1a: the same in every process, and even for ids of any kind. */
function shardOf(customerId: string, count: number): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < customerId.length; index++)
    hash = Math.imul(hash ^ customerId.charCodeAt(index), 0x01000193)
  return (hash >>> 0) % count
}
