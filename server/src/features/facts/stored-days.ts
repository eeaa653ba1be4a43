import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import type { Transaction } from '../../core/database.ts'
import { createYield } from './event-loop-yield.ts'
import { decodeChunk, type FactChunk, type Recall } from './fact-chunk.ts'
import { factShape } from './fact-shape.ts'

export interface ChunkScope {
  organizationId: string
  from: string
  to: string
  timeZone: string
}

export interface StoredDays {
  /** Stored days of the period, by `from`. `names`: the columns that are needed; days may have more. */
  read(trx: Transaction, source: string, scope: ChunkScope, names: readonly string[]): Promise<FactChunk[]>
}

/** All columns of a day have the same version. */
interface StoredColumn {
  from: number
  to: number
  /** null: stored by a former release. */
  version: string | null
  name: string
  /** null: the day is in the cache. */
  data: string | null
}

interface CachedDay {
  /** The organization and the source. */
  scope: string
  version: string
  chunk: FactChunk
  /** Columns that were read, whether the day has them or not. */
  names: ReadonlySet<string>
}

/**
 * Keeps decoded days in memory, the most recently used ones: other reports and filters read the same days again. From their second
 * use on, so does what reports make of them (`Recall`).
 * @param maxBytes of the days, and of what is made of them. 0: none are kept
 */
export function createStoredDays(maxBytes: number): StoredDays {
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

  /** Cached days of the period that have all of these columns, by version. */
  function findCached(scope: string, period: ChunkScope, names: readonly string[]): Map<string, CachedDay> {
    const [first, end] = [Date.parse(period.from), Date.parse(period.to)]
    const found = new Map<string, CachedDay>()
    for (const day of cache?.values() ?? []) {
      const { from, to } = day.chunk
      if (day.scope !== scope || from < first || to > end) continue
      if (names.every((name) => day.names.has(name))) found.set(day.version, day)
    }
    return found
  }

  /** Adds these columns to those of the same version. */
  function keep(scope: string, version: string, chunk: FactChunk, names: readonly string[]): void {
    if (cache === null) return
    const key = `${scope} ${chunk.from}`
    const cached = cache.peek(key)
    const known = cached?.version === version ? cached : undefined
    cache.set(key, {
      scope,
      version,
      chunk: known === undefined ? chunk : merge(known.chunk, chunk),
      names: new Set([...(known?.names ?? []), ...names]),
    })
  }

  return {
    async read(trx, source, period, names) {
      const { organizationId, from, to, timeZone } = period
      const scope = `${organizationId} ${source}`
      const cached = findCached(scope, period, names)
      const { rows } = await sql<StoredColumn>`
        select (extract(epoch from from_at) * 1000)::float8 as from, (extract(epoch from to_at) * 1000)::float8 as to, version, name,
          case when version = any(${[...cached.keys()]}::uuid[]) then null else data end as data
        from fact_day join fact_day_progress progress using (organization_id)
        where organization_id = ${organizationId} and source = ${source} and name = any(${[...new Set(names)]}::text[])
          and from_at >= ${from}::timestamptz and from_at < ${to}::timestamptz and to_at <= ${to}::timestamptz
          and progress.time_zone = ${timeZone} and progress.shape = ${factShape}
        order by from_at`.execute(trx)
      const yieldIfDue = createYield()
      const days: FactChunk[] = []
      for (const [start, columns] of Map.groupBy(rows, (row) => row.from)) {
        const version = columns[0]?.version ?? null
        const known = version === null ? undefined : cached.get(version)
        if (known !== undefined) {
          cache?.get(`${scope} ${start}`)
          days.push({ ...known.chunk, recall: recallOf(known.version) })
          continue
        }
        const encoded = new Map(columns.map(({ name, data }) => [name, Buffer.from(data ?? '', 'base64')]))
        const chunk = decodeChunk({ from: start, to: columns[0]?.to ?? start }, encoded)
        if (version !== null) keep(scope, version, chunk, names)
        days.push(chunk)
        await yieldIfDue()
      }
      return days
    },
  }
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
