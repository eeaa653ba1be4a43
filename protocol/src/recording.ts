import Type, { type Static } from 'typebox'
import { closed } from './scalars.ts'

/**
 * How a recording comes to the service while the call runs (design 5): what the recorder of the agent's browser gives is put
 * piece by piece, numbered from 0, each again and again until it was acknowledged.
 */

/** Bytes of one piece. Recorders sometimes give more at once: any cut will do. */
export const maxChunkBytes = 4 * 1024 * 1024

/**
 * Seconds after the end of a call in which pieces of it are taken that come late: kept by a browser that was offline, or
 * left by a page that died. A recording that was not finished is taken for complete then.
 */
export const recordingLateSeconds = 600

/** The answer to a piece and to the end: how many stand in a row. */
export const RecordingProgress = Type.Object({ next: Type.Integer() }, closed)
export type RecordingProgress = Static<typeof RecordingProgress>

/** The answer to `complete`: false while the call goes on, and more of it may come. */
export const RecordingsComplete = Type.Object({ complete: Type.Boolean() }, closed)
export type RecordingsComplete = Static<typeof RecordingsComplete>

/** Body of `finish`: how many pieces there are. */
export const RecordingEnd = Type.Object({ chunks: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }, closed)
export type RecordingEnd = Static<typeof RecordingEnd>
