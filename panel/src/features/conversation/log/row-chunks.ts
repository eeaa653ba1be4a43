import type { TimelineRow } from './timeline-rows.ts'

/** Rows that are drawn together: as long as none of them changes, the chunk is the same object. */
export interface RowChunk {
  key: string
  /** Position of the last message or line in it; Infinity for what has no position yet. */
  to: number
  rows: readonly TimelineRow[]
}

/** Positions a chunk spans. Bounded by position and not by count, so that older rows on top move no border. */
const span = 64

/**
 * Cuts a timeline into chunks, so that a new message draws its own chunk and not thousands of rows. The returned
 * function remembers what it gave last and gives unchanged chunks again.
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
  // A day or a mark has no position of its own: it goes with the row under it.
  let waiting: TimelineRow[] = []
  for (const row of rows) {
    waiting.push(row)
    const seq = positionOf(row)
    if (seq === null) continue
    const key = seq === Infinity ? 'unsent' : `${Math.floor(seq / span)}`
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
  if (row.kind !== 'message' && row.kind !== 'line') return null
  return row.seq === 0 ? null : row.seq
}

const sameRows = (a: readonly TimelineRow[], b: readonly TimelineRow[]) =>
  a.length === b.length && a.every((row, index) => sameRow(row, b[index]))

/** Whether two rows draw the same. What they hold is never changed in place, so identity tells. */
function sameRow(a: TimelineRow, b: TimelineRow | undefined): boolean {
  if (b === undefined) return false
  const fields = Object.entries(a)
  return (
    fields.length === Object.keys(b).length &&
    fields.every(([name, value]) => Object.is(value, (b as unknown as Record<string, unknown>)[name]))
  )
}
