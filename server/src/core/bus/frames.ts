/**
 * Encoding of bus messages. A frame carries many messages; a message larger than a frame is split into parts, which arrive in
 * order because a sender has one connection.
 */

/** `shard`: this is a short form, and the complete one is sent to this shard. */
export type BusMessage = readonly [subject: string, message: unknown, shard?: number]

/** `gap`: the sender could not send everything before this frame. `bye`: the sender stops. */
export type Signal = 'hello' | 'gap' | 'bye'

interface Frame {
  from: string
  /**
   * Counts the frames that a process sends to all others, so that they notice a missing one; frames of shards have none, nor have those of
   * earlier versions. It also makes frames distinct: PostgreSQL drops duplicates within a transaction.
   */
  number?: number
  signal?: Signal
  messages?: BusMessage[]
  part?: Part
}

interface Part {
  index: number
  of: number
  base64: string
}

/** Shortens a large message. Subscribers read the rest from the database. */
export type Compact = (message: BusMessage) => BusMessage

/** Overhead of a frame: the sender's UUID, the number and the keys. */
const envelopeBytes = 120

/** @param maxFrameBytes may change with the server that the transport is connected to */
export function createFrameSender(from: string, maxFrameBytes: () => number, compact: Compact) {
  let number = 0
  const unnumbered = () => `{"from":"${from}",`
  const numbered = () => `{"from":"${from}","number":${(number += 1)},`

  function split(text: string, contentBytes: number, open: () => string): string[] {
    const bytes = Buffer.from(text)
    const partBytes = Math.floor((contentBytes * 3) / 4)
    const of = Math.ceil(bytes.length / partBytes)
    return Array.from({ length: of }, (_, index) => {
      const base64 = bytes.subarray(index * partBytes, (index + 1) * partBytes).toString('base64')
      return `${open()}"part":${JSON.stringify({ index, of, base64 } satisfies Part)}}`
    })
  }

  function serialize(message: BusMessage, compactAboveBytes: number): { text: string; bytes: number } {
    const text = JSON.stringify(message)
    const bytes = Buffer.byteLength(text)
    if (bytes <= compactAboveBytes) return { text, bytes }
    const compacted = JSON.stringify(compact(message))
    return { text: compacted, bytes: Buffer.byteLength(compacted) }
  }

  function encode(messages: readonly BusMessage[], open: () => string): string[] {
    const contentBytes = maxFrameBytes() - envelopeBytes
    const frames: string[] = []
    let batch: string[] = []
    let batchBytes = 0
    const endBatch = () => {
      if (batch.length > 0) frames.push(`${open()}"messages":[${batch.join(',')}]}`)
      batch = []
      batchBytes = 0
    }
    for (const message of messages) {
      const { text, bytes } = serialize(message, contentBytes / 2)
      if (batchBytes + bytes + 1 > contentBytes) endBatch()
      if (bytes + 1 > contentBytes) {
        frames.push(...split(text, contentBytes, open))
        continue
      }
      batch.push(text)
      batchBytes += bytes + 1
    }
    endBatch()
    return frames
  }

  /** Frames must be sent in the order of these calls, because a receiver takes a skipped number for a lost frame. */
  return {
    signal: (signal: Signal): string => `${numbered()}"signal":"${signal}"}`,
    encode: (messages: readonly BusMessage[]): string[] => encode(messages, numbered),
    encodeSharded: (messages: readonly BusMessage[]): string[] => encode(messages, unnumbered),
  }
}

export interface ReceivedFrame {
  from: string
  number: number | undefined
  signal: Signal | null
  messages: BusMessage[]
}

/** In JSON (UTF-8). Larger messages are dropped and reported as a gap. */
export const maxMessageBytes = 4 * 1024 * 1024

/**
 * Reads the frames of other processes.
 * @param self the id of this process
 * @returns undefined for a frame of this process
 */
export function createFrameReader(self: string): (text: string) => ReceivedFrame | undefined {
  /** Parts of each sender's current message. */
  const parts = new Map<string, Buffer[]>()

  function join(from: string, number: number | undefined, { index, of, base64 }: Part): ReceivedFrame {
    const received = index === 0 ? [] : (parts.get(from) ?? [])
    parts.delete(from)
    const lost: ReceivedFrame = { from, number, signal: 'gap', messages: [] }
    // The message's first parts were lost.
    if (received.length !== index) return lost
    received.push(Buffer.from(base64, 'base64'))
    if (received.reduce((sum, { length }) => sum + length, 0) > maxMessageBytes) return lost
    if (received.length === of) {
      const message = JSON.parse(Buffer.concat(received).toString()) as BusMessage
      return { from, number, signal: null, messages: [message] }
    }
    parts.set(from, received)
    return { from, number, signal: null, messages: [] }
  }

  return (text) => {
    const { from, number, signal = null, messages = [], part } = JSON.parse(text) as Frame
    if (from === self) return undefined
    if (signal === 'bye') parts.delete(from)
    return part === undefined ? { from, number, signal, messages } : join(from, number, part)
  }
}
