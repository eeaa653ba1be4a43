import type { LogEntry } from '@parley/protocol/event'
import type { Entries } from '@parley/protocol/timeline'
import type { Result } from '../connection/result.ts'
import type { Platform } from '../browser/platform.ts'

/**
 * Follows one customer's log without a hole and without a repeat (protocol/src/timeline.ts). A frame is
 * applied when it continues our position, dropped when it is behind it; otherwise what lies between is
 * read with log.read, and frames that come meanwhile wait.
 */
export interface LogFollower {
  /** null before `start`. */
  position: () => number | null
  /** Everything up to `seq` is known. Frames that came before this moment are looked at. */
  start: (seq: number) => void
  receive: (frame: Entries) => void
  /** The log ends at `seq` or later: read what is missing. */
  reach: (seq: number) => void
  /** The connection is gone; the position stays. */
  suspend: () => void
}

export interface LogFollowerOptions {
  platform: Platform
  read: (after: number) => Promise<Result<Entries>>
  /** The entries after the position so far; the log is known up to `to` now. */
  apply: (entries: LogEntry[], to: number) => void
}

/** Beyond this many waiting frames it is cheaper to read what they held once more. */
const maxBuffered = 100
const retryDelayMs = 1_000

export function createLogFollower({ platform, read, apply }: LogFollowerOptions): LogFollower {
  let position: number | null = null
  let buffered: Entries[] = []
  let target = 0
  /** Stands for the read that runs; another one is another life. */
  let reading: object | null = null
  let cancelRetry = () => {}

  /** True when the frame moved the position. */
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
        // The server has no more, whatever was announced. The next frame or ping tells anew.
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
