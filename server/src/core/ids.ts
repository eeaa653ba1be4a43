import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

const randomBytesPerId = 16
/** Filled for 256 ids at once: asking the operating system for each id costs more than the rest of it. */
const pool = Buffer.alloc(256 * randomBytesPerId)
let used = pool.length
let lastMs = 0
let sequence = 0

/** Returns a new UUIDv7. Sorts by creation time, so indexes grow at their end. */
export function newId(): string {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const random = pool.subarray(used, used + randomBytesPerId)
  used += randomBytesPerId
  const now = Date.now()
  if (now > lastMs) {
    lastMs = now
    // 31 of its 32 bits, so that ids of the same millisecond can count up.
    sequence = random.readUInt32BE(6) >>> 1
  } else sequence += 1
  return v7({ random, msecs: lastMs, seq: sequence })
}

/** Returns the smallest id of that millisecond: all smaller ids are older. */
export const firstIdAt = (milliseconds: number): string => {
  const hex = milliseconds.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isId = (text: string): boolean => idPattern.test(text)
