import { childrenOf, ids, readHead, readUint, writeSize, type ElementHead } from './ebml.ts'

/**
 * A live recorder omits the duration, so players show none and cannot seek. The reader derives it from the last frame and returns
 * the header bytes that add it.
 */
export interface WebmReading {
  /** Seconds. */
  duration: number
  /** Header bytes to replace. null: the header cannot be patched; the file still plays. */
  patch: { from: number; to: number; bytes: Buffer } | null
}

/** Larger than the Info element of any recorder. */
const maxInfoBytes = 64 * 1024

/** A recorder writes two. The bound protects against files that name millions of tracks. */
const maxTracks = 16

/** No call lasts a week. */
const maxDurationSeconds = 7 * 24 * 3600

/** Block header: track number (1 to 8 bytes) and timestamp (2 bytes). */
const blockHeaderBytes = 10

type Gathering = (content: Buffer) => void

/** Parses a file as a stream, buffering at most one element head. */
export class WebmReader {
  #pending: Buffer = Buffer.alloc(0)
  #offset = 0
  #skip = 0
  #gather: { size: number; rest: number; done: Gathering } | null = null
  #broken = false

  #segmentIsOpen = false
  #info: { at: number; length: number; content: Buffer } | null = null
  #indexed = false
  #clusterTime = 0
  /** Timestamps of the last two blocks per track. */
  readonly #times = new Map<number, { last: number; before: number | null }>()

  push(chunk: Buffer): void {
    if (this.#broken) return
    let bytes = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    this.#pending = Buffer.alloc(0)
    while (bytes.length > 0) {
      const used = this.#step(bytes)
      if (used === null) {
        this.#broken = true
        return
      }
      if (used === 0) break
      this.#offset += used
      bytes = bytes.subarray(used)
    }
    this.#pending = Buffer.from(bytes)
  }

  /** Bytes consumed; 0 if more are needed; null if this is not a recorder's output. */
  #step(bytes: Buffer): number | null {
    if (this.#skip > 0) {
      const skipped = Math.min(this.#skip, bytes.length)
      this.#skip -= skipped
      return skipped
    }
    if (this.#gather) {
      const { size, rest, done } = this.#gather
      if (bytes.length < size) return 0
      this.#gather = null
      this.#skip = rest
      done(bytes.subarray(0, size))
      return size
    }
    const head = readHead(bytes, 0)
    if (head === 'more') return 0
    if (head === null || !this.#enter(head)) return null
    return head.length
  }

  #enter(head: ElementHead): boolean {
    const { id, size } = head
    if (id === ids.cluster || id === ids.blockGroup) return true
    if (id === ids.segment) {
      this.#segmentIsOpen = size === null
      return true
    }
    // Only container elements may have an unknown size.
    if (size === null) return false
    if (id === ids.seekHead || id === ids.cues) this.#indexed = true
    if (id === ids.info && this.#info === null) {
      if (size > maxInfoBytes) return false
      const at = this.#offset
      this.#gatherFirst(size, size, (content) => {
        this.#info = { at, length: head.length + size, content: Buffer.from(content) }
      })
    } else if (id === ids.clusterTimestamp) {
      if (size > 8) return false
      this.#gatherFirst(size, size, (content) => {
        this.#clusterTime = readUint(content)
      })
    } else if (id === ids.simpleBlock || id === ids.block) {
      this.#gatherFirst(Math.min(size, blockHeaderBytes), size, (content) => this.#note(content))
    } else this.#skip = size
    return true
  }

  #gatherFirst(size: number, whole: number, done: Gathering): void {
    if (size === 0) done(Buffer.alloc(0))
    else this.#gather = { size, rest: whole - size, done }
  }

  #note(block: Buffer): void {
    const trackLength = Math.clz32(block[0] ?? 0) - 23
    if (block.length < trackLength + 2) return
    const track = block.readUIntBE(0, Math.min(trackLength, 6))
    const time = this.#clusterTime + block.readInt16BE(trackLength)
    const known = this.#times.get(track)
    if (known ? time > known.last : this.#times.size < maxTracks)
      this.#times.set(track, { last: time, before: known?.last ?? null })
  }

  /**
   * Playable seconds, once all bytes were pushed: 0 for a header without frames, null if the file was not fully understood.
   */
  playable(): number | null {
    if (this.#broken || !this.#info || !childrenOf(this.#info.content)) return null
    return this.#times.size === 0 ? 0 : (this.#length()?.duration ?? null)
  }

  /** Result once all bytes were pushed. null if nothing could be parsed. A truncated file is parsed up to the cut. */
  reading(): WebmReading | null {
    const length = this.#length()
    if (!length?.duration) return null
    const { duration, children, ticks } = length
    return { duration, patch: this.#patch(children, ticks) }
  }

  #length() {
    if (!this.#info || this.#times.size === 0) return null
    const children = childrenOf(this.#info.content)
    if (children === null) return null
    const scale = children.find((child) => child.id === ids.timestampScale)
    const nanoseconds = scale ? readUint(scale.content) : 1_000_000
    // The last frame has no successor: assume it lasts as long as the one before.
    const ends = [...this.#times.values()].map(({ last, before }) =>
      before === null ? last : last + Math.min(last - before, 1e9 / nanoseconds),
    )
    const ticks = Math.max(...ends)
    const duration = (ticks * nanoseconds) / 1e9
    return duration < maxDurationSeconds ? { duration, children, ticks } : null
  }

  #patch(children: { id: number; start: number; content: Buffer }[], ticks: number): WebmReading['patch'] {
    const info = this.#info
    // Inserting bytes would invalidate seek positions and known sizes.
    if (!info || !this.#segmentIsOpen || this.#indexed) return null
    const kept = children
      .map((child, index) => ({ child, end: children[index + 1]?.start ?? info.content.length }))
      .filter(({ child }) => child.id !== ids.duration)
      .map(({ child, end }) => info.content.subarray(child.start, end))
    const duration = Buffer.alloc(11)
    duration.writeUInt16BE(ids.duration)
    duration[2] = 0x88
    duration.writeDoubleBE(ticks, 3)
    const content = Buffer.concat([...kept, duration])
    const size = writeSize(content.length, 8)
    if (!size) return null
    const id = Buffer.alloc(4)
    id.writeUInt32BE(ids.info)
    const bytes = Buffer.concat([id, size, content])
    return { from: info.at, to: info.at + info.length, bytes }
  }
}
