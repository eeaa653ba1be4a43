import type { TimelineRow } from './timeline-rows.ts'

/** Rows rendered together: the same object as long as none of them changes. */
export interface RowChunk {
  key: string
  /** Position of the last message or line; Infinity for unsent messages. */
  to: number
  rows: readonly TimelineRow[]
}

/** Positions per chunk. Bounded by position, not count, so that older rows do not move the borders. */
const positionsPerChunk = 64

/**
 * Splits a timeline into chunks, so that a new message renders one chunk and not thousands of rows. The
 * returned function reuses unchanged chunks of its previous result.
 */
export function rowChunker(): (rows: readonly TimelineRow[]) => readonly RowChunk[] {
  let before = new Map<string, RowChunk>()
  return (rows) => {
    const chunks = cut(rows).map((chunk) => {
      const known = before.get(chunk.key)
      return known !== undefined && sameRows(known.rows, chunk.rows) ? known : chunk
    })
    before = new Map(chunks.map((chunk) => [chunk.key, chunk]))
    return chunks
  }
}

function cut(rows: readonly TimelineRow[]): RowChunk[] {
  const chunks: { key: string; to: number; rows: TimelineRow[] }[] = []
  // Day and "New" rows have no position: they belong to the row below.
  let waiting: TimelineRow[] = []
  for (const row of rows) {
    waiting.push(row)
    const seq = positionOf(row)
    if (seq === null) continue
    const key = seq === Infinity ? 'unsent' : `${Math.floor(seq / positionsPerChunk)}`
    const last = chunks.at(-1)
    if (last?.key === key) {
      last.rows.push(...waiting)
      last.to = seq
    } else {
      chunks.push({ key, to: seq, rows: waiting })
    }
    waiting = []
  }
  const last = chunks.at(-1)
  if (last !== undefined) last.rows.push(...waiting)
  else if (waiting.length > 0) chunks.push({ key: 'marks', to: 0, rows: waiting })
  return chunks
}

function positionOf(row: TimelineRow): number | null {
  if (row.kind === 'pending') return Infinity
  if (row.kind !== 'message' && row.kind !== 'line' && row.kind !== 'note' && row.kind !== 'desk') return null
  return row.seq === 0 ? null : row.seq
}

const sameRows = (a: readonly TimelineRow[], b: readonly TimelineRow[]) =>
  a.length === b.length && a.every((row, index) => sameRow(row, b[index]))

/** Whether two rows render the same. Row content is immutable, so identity is enough. */
function sameRow(a: TimelineRow, b: TimelineRow | undefined): boolean {
  if (b === undefined) return false
  const fields = Object.entries(a)
  return (
    fields.length === Object.keys(b).length &&
    fields.every(([name, value]) => Object.is(value, (b as unknown as Record<string, unknown>)[name]))
  )
}
