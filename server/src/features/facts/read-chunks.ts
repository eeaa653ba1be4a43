import { sql } from 'kysely'
import type { Transaction } from '../../core/database.ts'
import { decodeChunk, type FactChunk } from './fact-chunk.ts'
import { factShape } from './fact-shape.ts'
import type { MetricSource } from './metric-sources.ts'
import { readRows, spanOfRows, type Span } from './source-rows.ts'
import { createYield } from './event-loop-yield.ts'

export interface ChunkScope {
  organizationId: string
  from: string
  to: string
  timeZone: string
}

const dayMs = 86_400_000
/** Rows of a large organization that has no stored days yet would not fit into memory at once. */
const maxDaysAtOnce = 31

/** Stored days of the period, by `from`. */
export async function readStoredDays(
  trx: Transaction,
  source: string,
  { organizationId, from, to, timeZone }: ChunkScope,
  names: readonly string[],
): Promise<FactChunk[]> {
  const { rows } = await sql<{ from: number; to: number; name: string; data: string }>`
    select (extract(epoch from from_at) * 1000)::float8 as from, (extract(epoch from to_at) * 1000)::float8 as to, name, data
    from fact_day join fact_day_progress progress using (organization_id)
    where organization_id = ${organizationId} and source = ${source} and name = any(${[...new Set(names)]}::text[])
      and from_at >= ${from}::timestamptz and from_at < ${to}::timestamptz and to_at <= ${to}::timestamptz
      and progress.time_zone = ${timeZone} and progress.shape = ${factShape}
    order by from_at`.execute(trx)
  const yieldIfDue = createYield()
  const days: FactChunk[] = []
  for (const [start, columns] of Map.groupBy(rows, (row) => row.from)) {
    const encoded = new Map(columns.map(({ name, data }) => [name, Buffer.from(data, 'base64')]))
    days.push(decodeChunk({ from: start, to: columns[0]?.to ?? start }, encoded))
    await yieldIfDue()
  }
  return days
}

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

/** The facts of a period: stored days, and rows of all others. `names`: the columns that are needed. */
export async function readChunks(
  trx: Transaction,
  source: MetricSource,
  scope: ChunkScope,
  names: readonly string[],
): Promise<FactChunk[]> {
  const days = await readStoredDays(trx, source.name, scope, [...names, 'flags', 'keys'])
  const chunks = [...days]
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
