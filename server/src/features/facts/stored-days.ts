import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Transaction } from '../../core/database.ts'
import { prepared } from '../../core/prepared-statements.ts'
import { createYield } from './event-loop-yield.ts'
import { decodeChunk, type FactChunk, type Recall } from './fact-chunk.ts'
import { factShape } from './fact-shape.ts'
import { isoTime, type Span } from './source-rows.ts'

export interface ChunkScope {
  organizationId: string
  from: string
  to: string
  timeZone: string
}

export interface StoredDay extends Span {
  organizationId: string
  source: string
  /** null: stored by a former release. */
  version: string | null
}

export interface StoredDays {
  /** The stored days of the period, by source, then by `from`. */
  list(trx: Transaction, sources: readonly string[], scope: ChunkScope): Promise<Map<string, StoredDay[]>>
  /** Days of one source. `names`: the columns that are needed; days may have more. */
  read(trx: Transaction, days: readonly StoredDay[], names: readonly string[]): Promise<FactChunk[]>
}

interface CachedDay {
  version: string
  chunk: FactChunk
  /** Columns that were read, whether the day has them or not. */
  names: ReadonlySet<string>
}

/** Two quarters: more days would displace those of all other reports, and be displaced before they are used again. */
const maxKeptDays = 184

/**
 * Keeps decoded days in memory, the most recently used ones: other reports and filters read the same days again. From a day's second
 * use on, values derived from it are cached, too (`Recall`).
 * @param maxBytes of the days, and of what is made of them. 0: none are kept
 * @param maxDays of a source that are read at once; more are not kept
 */
export function createStoredDays(maxBytes: number, maxDays = maxKeptDays): StoredDays {
  const cache =
    maxBytes === 0
      ? null
      : new LRUCache<string, CachedDay>({ maxSize: maxBytes, sizeCalculation: ({ chunk }) => bytesOf(chunk) })
  const made =
    maxBytes === 0
      ? null
      : new LRUCache<string, { byteLength: number }>({
          maxSize: maxBytes,
          sizeCalculation: ({ byteLength }) => byteLength + objectBytes,
        })

  const recallOf =
    (version: string): Recall =>
    <T extends { byteLength: number }>(key: string, make: () => T): T => {
      const known = made?.get(`${version} ${key}`)
      if (known !== undefined) return known as T
      const value = make()
      made?.set(`${version} ${key}`, value)
      return value
    }

  /** undefined: not in memory, or without some of these columns. */
  function recallDay(day: StoredDay, names: readonly string[]): FactChunk | undefined {
    const cached = cache?.get(keyOf(day))
    if (cached === undefined || cached.version !== day.version) return undefined
    if (!names.every((name) => cached.names.has(name))) return undefined
    return { ...cached.chunk, recall: recallOf(cached.version) }
  }

  /** Adds these columns to those of the same version. */
  function keep(day: StoredDay, chunk: FactChunk, names: readonly string[]): void {
    if (cache === null || day.version === null) return
    const cached = cache.peek(keyOf(day))
    const known = cached?.version === day.version ? cached : undefined
    cache.set(keyOf(day), {
      version: day.version,
      chunk: known === undefined ? chunk : merge(known.chunk, chunk),
      names: new Set([...(known?.names ?? []), ...names]),
    })
  }

  return {
    async list(trx, sources, { organizationId, from, to, timeZone }) {
      // All days have flags.
      const { rows } = await sql<Omit<StoredDay, 'organizationId'>>`
        ${prepared} select source, (extract(epoch from from_at) * 1000)::float8 as from, (extract(epoch from to_at) * 1000)::float8 as to, version
        from fact_day join fact_day_progress progress using (organization_id)
        where organization_id = ${organizationId} and source = any(${sources}::text[]) and name = 'flags'
          and from_at >= ${from}::timestamptz and from_at < ${to}::timestamptz and to_at <= ${to}::timestamptz
          and progress.time_zone = ${timeZone} and progress.shape = ${factShape}
        order by source, from_at`.execute(trx)
      return Map.groupBy(
        rows.map((row) => ({ ...row, organizationId })),
        ({ source }) => source,
      )
    },

    async read(trx, days, names) {
      const isKept = days.length <= maxDays
      const known = new Map(days.map((day) => [day, isKept ? recallDay(day, names) : undefined]))
      const columns = await readColumns(
        trx,
        days.filter((day) => known.get(day) === undefined),
        names,
      )
      const yieldIfDue = createYield()
      const chunks: FactChunk[] = []
      for (const day of days) {
        const recalled = known.get(day)
        const chunk = recalled ?? decodeChunk(day, columns.get(day.from) ?? new Map())
        if (isKept && recalled === undefined) keep(day, chunk, names)
        chunks.push(chunk)
        await yieldIfDue()
      }
      return chunks
    },
  }
}

const keyOf = ({ organizationId, source, from }: StoredDay): string => `${organizationId} ${source} ${from}`

/** Columns by `from`, then by name. */
async function readColumns(
  trx: Transaction,
  days: readonly StoredDay[],
  names: readonly string[],
): Promise<Map<number, Map<string, Buffer>>> {
  const columns = new Map<number, Map<string, Buffer>>()
  const [first] = days
  if (first === undefined) return columns
  const { rows } = await sql<{ from: number; name: string; data: string }>`
    ${prepared} select (extract(epoch from from_at) * 1000)::float8 as from, name, data from fact_day
    where organization_id = ${first.organizationId} and source = ${first.source} and name = any(${[...new Set(names)]}::text[])
      and from_at = any(${days.map(({ from }) => isoTime(from))}::timestamptz[])`.execute(trx)
  for (const { from, name, data } of rows) {
    const ofDay = columns.get(from) ?? new Map<string, Buffer>()
    columns.set(from, ofDay)
    ofDay.set(name, Buffer.from(data, 'base64'))
  }
  return columns
}

/** The columns of both; `times` is empty where it was not read. */
const merge = (one: FactChunk, other: FactChunk): FactChunk => ({
  ...other,
  times: other.times.length > 0 ? other.times : one.times,
  ids: new Map([...one.ids, ...other.ids]),
  values: new Map([...one.values, ...other.values]),
})

/** Most keys are UUIDs. */
const keyBytes = 64
/** Of the objects around typed arrays. */
const objectBytes = 1024

function bytesOf({ times, flags, keys, ids, values }: FactChunk): number {
  const columns = [times, flags, ...ids.values(), ...values.values()]
  return columns.reduce((sum, { byteLength }) => sum + byteLength, objectBytes + keys.length * keyBytes)
}
