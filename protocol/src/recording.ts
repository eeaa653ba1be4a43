import Type, { type Static } from 'typebox'
import { closed } from './scalars.ts'

/**
 * Upload of a recording during the call (design 5): the agent's browser uploads the recorder's output as chunks, numbered
 * from 0, and retries each until it is acknowledged.
 */

/** Maximum bytes per chunk. Larger recorder output can be split anywhere. */
export const maxChunkBytes = 4 * 1024 * 1024

/**
 * Upload window in seconds after the end of a call, for chunks from a browser that was offline or a page that
 * crashed. After it, an unfinished recording counts as complete.
 */
export const recordingLateSeconds = 600

/** Response to a chunk and to `finish`: how many consecutive chunks are stored. */
export const RecordingProgress = Type.Object({ next: Type.Integer() }, closed)
export type RecordingProgress = Static<typeof RecordingProgress>

/** Response to `complete`: false while the call is live and more chunks may come. */
export const RecordingsComplete = Type.Object({ complete: Type.Boolean() }, closed)
export type RecordingsComplete = Static<typeof RecordingsComplete>

/** Body of `finish`: the total number of chunks. */
export const RecordingEnd = Type.Object({ chunks: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }, closed)
export type RecordingEnd = Static<typeof RecordingEnd>
