import type { ReportMetric } from '@parley/protocol/report-metrics'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { byGroup, byInterval, byWeekdayAndHour, type Placer } from './divisions.ts'
import { chunkOf, type FactChunk, type FactRow } from './fact-chunk.ts'
import { passing } from './fact-filter.ts'
import { metricSources, type MetricSource } from './metric-sources.ts'
import { flagOf, valuesOf } from './source-rows.ts'
import { spreadOf } from './spread.ts'
import { tally } from './tally.ts'

const dayMs = 86_400_000
const start = Date.parse('2026-03-27T00:00Z')
const days = 4

/** Facts of four days; values may be missing, and facts may count for any metrics. */
const facts = (source: MetricSource) => {
  const id = fc.constantFrom('', 'a', 'b', 'c')
  const fact = fc.record({
    at: fc.integer({ min: start, max: start + days * dayMs - 1 }),
    flags: fc.nat((1 << Object.keys(source.metrics).length) - 1),
    agent: id,
    team: id,
    label: fc.constantFrom('', 'a', 'a,b', 'b,c,d'),
    ...Object.fromEntries(
      valuesOf(source).map((name) => [name, fc.option(fc.nat(100_000), { freq: 10, nil: null })]),
    ),
  })
  return fc.array(fact, { maxLength: 300 })
}

const chunksOf = (rows: readonly FactRow[], source: MetricSource): FactChunk[] =>
  Array.from({ length: days }, (_, day) => {
    const from = start + day * dayMs
    const within = rows.filter(({ at }) => at >= from && at < from + dayMs)
    return chunkOf({ from, to: from + dayMs }, within, valuesOf(source))
  }).filter(({ rows: count }) => count > 0)

/** As of days that have been in memory. */
const remembering = (chunk: FactChunk): FactChunk => {
  const known = new Map<string, unknown>()
  return {
    ...chunk,
    recall<T>(key: string, make: () => T): T {
      if (!known.has(key)) known.set(key, make())
      return known.get(key) as T
    },
  }
}

const placers = (): Placer[] => [
  byInterval([start, start + dayMs, start + 2 * dayMs, start + 3 * dayMs], ['1', '2', '3', '4']),
  byInterval([start, start + 2.5 * dayMs], ['first', 'rest']),
  byGroup('agent'),
  byGroup('label'),
  byGroup('channel'),
  byWeekdayAndHour('Europe/Berlin'),
]

const figuresOf = (chunks: FactChunk[], source: MetricSource, filters = {}) =>
  tally(chunks, placers(), {
    source,
    metrics: Object.entries(source.metrics) as Parameters<typeof tally>[2]['metrics'],
    clock: 'clock_time',
    filter: (chunk) => passing(chunk, filters),
  })

/** Count, spread and mean of the facts that count for a metric, from their definition. */
function figureOf(rows: readonly FactRow[], source: MetricSource, metric: string) {
  const { duration, score } = source.metrics[metric as ReportMetric] ?? {}
  const counted = rows.filter(({ flags }) => (flags & flagOf(source, metric)) !== 0)
  const values = counted
    .map((row) => row[duration ?? score ?? ''] ?? null)
    .filter((value) => value !== null)
    .map(Number)
  const none = { count: counted.length, median: null, p90: null, mean: null }
  if (values.length === 0) return none
  return duration === undefined
    ? { ...none, mean: values.reduce((sum, value) => sum + value, 0) / values.length }
    : { ...none, ...spreadOf(Float64Array.from(values)) }
}

test.each(metricSources.map((source) => [source.name, source] as const))(
  'figures are those of the facts of each part: %s',
  async (_name, source) => {
    await fc.assert(
      fc.asyncProperty(facts(source), async (drawn) => {
        const rows: FactRow[] = drawn
        const { total, parts } = await figuresOf(chunksOf(rows, source), source)
        for (const metric of Object.keys(source.metrics)) {
          if (rows.length > 0) expect(total).toMatchObject({ [metric]: figureOf(rows, source, metric) })
          for (const agent of ['', 'a', 'b', 'c']) {
            const own = rows.filter((row) => row['agent'] === agent)
            const expected = own.length === 0 ? undefined : figureOf(own, source, metric)
            expect(parts[2]?.get(agent || 'none')?.[metric as ReportMetric]).toEqual(expected)
          }
          const second = rows.filter(({ at }) => at >= start + 2.5 * dayMs)
          const expected = second.length === 0 ? undefined : figureOf(second, source, metric)
          expect(parts[1]?.get('rest')?.[metric as ReportMetric]).toEqual(expected)
        }
      }),
      { numRuns: 20 },
    )
  },
)

test.each(metricSources.map((source) => [source.name, source] as const))(
  'figures of days in memory are those of their facts: %s',
  async (_name, source) => {
    await fc.assert(
      fc.asyncProperty(facts(source), async (rows) => {
        const chunks = chunksOf(rows, source)
        const inMemory = chunks.map(remembering)
        const expected = await figuresOf(chunks, source)
        const filtered = await figuresOf(chunks, source, { team: ['a', 'none'] })
        for (let round = 0; round < 2; round += 1) {
          expect(await figuresOf(inMemory, source)).toEqual(expected)
          expect(await figuresOf(inMemory, source, { team: ['a', 'none'] })).toEqual(filtered)
        }
        // Some of them, and today.
        expect(await figuresOf([...inMemory.slice(0, 2), ...chunks.slice(2)], source)).toEqual(expected)
        const all = await figuresOf(chunks, source, { team: ['a', 'b', 'c', 'none'] })
        expect(all).toEqual(expected)
      }),
      { numRuns: 20 },
    )
  },
)
