import type { Transaction } from '../../core/database.ts'
import type { FactChunk } from './fact-chunk.ts'
import type { MetricSource } from './metric-sources.ts'
import { readRows, spanOfRows, type Span } from './source-rows.ts'
import type { ChunkScope, StoredDay, StoredDays } from './stored-days.ts'

/** All figures of a report are read in one transaction. */
export interface FactSnapshot {
  trx: Transaction
  storedDays: StoredDays
}

const dayMs = 86_400_000
/** Rows of a large organization that has no stored days yet would not fit into memory at once. */
const maxDaysAtOnce = 31

/** The parts of the period that these days leave out. */
export function gapsBetween(days: readonly Span[], { from, to }: Pick<ChunkScope, 'from' | 'to'>): Span[] {
  const gaps: Span[] = []
  let covered = Date.parse(from)
  for (const day of [...days, { from: Date.parse(to), to: Date.parse(to) }]) {
    if (day.from > covered) gaps.push({ from: covered, to: day.from })
    covered = day.to
  }
  return gaps
}

/** The facts of a period: these stored days, and rows of all others. `names`: the columns that are needed. */
export async function readChunks(
  { trx, storedDays }: FactSnapshot,
  source: MetricSource,
  scope: ChunkScope,
  { days, names }: { days: readonly StoredDay[]; names: readonly string[] },
): Promise<FactChunk[]> {
  const chunks = await storedDays.read(trx, days, [...names, 'flags', 'keys'])
  let batch: Span[] = []
  let length = 0
  for (const span of await piecesOf(gapsBetween(days, scope), (gap) =>
    spanOfRows(trx, source, scope.organizationId, gap),
  )) {
    if (length + span.to - span.from > maxDaysAtOnce * dayMs) {
      chunks.push(...(await readRows(trx, source, scope.organizationId, batch)))
      batch = []
      length = 0
    }
    batch.push(span)
    length += span.to - span.from
  }
  if (batch.length > 0) chunks.push(...(await readRows(trx, source, scope.organizationId, batch)))
  return chunks.filter((chunk) => chunk.rows > 0)
}

/** Long gaps are mostly those before the first fact and behind the last one: only the part with facts is read. */
async function piecesOf(
  gaps: readonly Span[],
  spanWithin: (gap: Span) => Promise<Span | null>,
): Promise<Span[]> {
  const pieces: Span[] = []
  for (const gap of gaps) {
    const isLong = gap.to - gap.from > maxDaysAtOnce * dayMs
    const span = isLong ? await spanWithin(gap) : gap
    if (span === null) continue
    for (let start = span.from; start < span.to; start += maxDaysAtOnce * dayMs)
      pieces.push({ from: start, to: Math.min(span.to, start + maxDaysAtOnce * dayMs) })
  }
  return pieces
}
