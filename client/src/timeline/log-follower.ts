import type { LogEntry } from '@parley/protocol/event'
import type { Entries } from '@parley/protocol/timeline'
import type { Result } from '../connection/result.ts'
import type { Platform } from '../browser/platform.ts'

/**
 * Follows one customer's log without gaps or duplicates (protocol/src/timeline.ts). A frame that continues at the
 * current position is applied, an older one is dropped. Otherwise the gap is read with log.read while newer frames wait.
 */
export interface LogFollower {
  /** null before `start`. */
  position: () => number | null
  /** Sets the position to `seq` and applies the frames that arrived earlier. */
  start: (seq: number) => void
  receive: (frame: Entries) => void
  /** The log ends at `seq` or later. Reads missing entries. */
  reach: (seq: number) => void
  /** Called when the connection is lost. Keeps the position. */
  suspend: () => void
}

export interface LogFollowerOptions {
  platform: Platform
  read: (after: number) => Promise<Result<Entries>>
  /** Receives the entries after the previous position, up to `to`. */
  apply: (entries: LogEntry[], to: number) => void
}

/** Above this number of waiting frames, reading their entries again is cheaper. */
const maxBuffered = 100
const retryDelayMs = 1_000

export function createLogFollower({ platform, read, apply }: LogFollowerOptions): LogFollower {
  let position: number | null = null
  let buffered: Entries[] = []
  let target = 0
  /** Identity of the current read. A changed value means that its result is stale. */
  let reading: object | null = null
  let cancelRetry = () => {}

  /** Returns true if the frame advanced the position. */
  function step(frame: Entries): boolean {
    if (position === null || frame.after > position || frame.to <= position) return false
    const known = position
    position = frame.to
    apply(
      frame.entries.filter((entry) => entry.seq > known),
      frame.to,
    )
    return true
  }

  function applyBuffered() {
    buffered.sort((a, b) => a.after - b.after)
    for (const frame of buffered) step(frame)
    buffered = buffered.filter((frame) => frame.to > position!)
  }

  function behind(): boolean {
    return position !== null && (buffered.length > 0 || target > position)
  }

  async function catchUp() {
    if (reading || !behind()) return
    const own = (reading = {})
    while (behind()) {
      const answer = await read(position!)
      if (reading !== own) return
      if (!answer.ok) {
        cancelRetry = platform.after(answer.retryAfter ?? retryDelayMs, () => {
          reading = null
          void catchUp()
        })
        return
      }
      const moved = step(answer.value)
      applyBuffered()
      if (!moved && behind()) {
        // The server has no more entries, whatever was announced. The next frame or ping announces again.
        buffered = []
        target = 0
      }
    }
    reading = null
  }

  return {
    position: () => position,
    start(seq) {
      cancelRetry()
      reading = null
      position = seq
      applyBuffered()
      void catchUp()
    },
    receive(frame) {
      if (position !== null && !reading && step(frame)) return
      if (position !== null && frame.to <= position) return
      target = Math.max(target, frame.to)
      buffered.push(frame)
      if (buffered.length > maxBuffered) buffered = []
      void catchUp()
    },
    reach(seq) {
      target = Math.max(target, seq)
      void catchUp()
    },
    suspend() {
      cancelRetry()
      reading = null
      buffered = []
      target = 0
    },
  }
}
