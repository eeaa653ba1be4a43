import { Buffer } from 'node:buffer'

/** Milliseconds or scores; the wide form only where one of them needs it. */
export type Values = Int32Array | Float64Array

/** Facts of one source between two instants (ms), by column. */
export interface FactChunk {
  from: number
  to: number
  rows: number
  /** Milliseconds since `from`. */
  times: Float64Array
  /** Bit `i`: the fact counts for the `i`-th metric of its source. */
  flags: Uint8Array
  /** What the numbers in columns of ids stand for. */
  keys: string[]
  /** By dimension. One that is left out has no ids. */
  ids: ReadonlyMap<string, Int32Array>
  /** Milliseconds of durations; scores. */
  values: ReadonlyMap<string, Values>
  /** Only of chunks that have been read from memory: other reports will probably need the same. */
  recall?: Recall
}

/** Cache for `make()`, by chunk and key. */
export type Recall = <T extends { byteLength: number }>(key: string, make: () => T) => T

/**
 * A fact as it is read from its table. `at`: milliseconds. `flags`: bit `i` is set if the fact counts for the `i`-th metric of its
 * source. Dimensions are texts; lists of ids are joined by commas. Values are milliseconds of durations, or scores; null: none.
 */
export type FactRow = Record<string, string | number | null> & { at: number; flags: number }

/** In columns of values. */
export const noValue = -1

/** `values`: the names of the columns of values. */
export function chunkOf(
  { from, to }: { from: number; to: number },
  facts: readonly FactRow[],
  values: readonly string[],
): FactChunk {
  const numbers = new Map<unknown, number>()
  const numberOf = (key: unknown): number => {
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, numbers.size)
    return numbers.size - 1
  }
  const ids = new Map<string, Int32Array>()
  for (const name of dimensions)
    if (facts.some((fact) => fact[name]))
      ids.set(
        name,
        Int32Array.from(facts, (fact) => numberOf(fact[name] ?? '')),
      )
  return {
    from,
    to,
    rows: facts.length,
    times: Float64Array.from(facts, (fact) => fact.at - from),
    flags: Uint8Array.from(facts, (fact) => fact.flags),
    keys: [...numbers.keys()].map(String),
    ids,
    values: new Map(
      values.map((name) => [
        name,
        narrowed(Float64Array.from(facts, (fact) => Math.round(Number(fact[name] ?? noValue)))),
      ]),
    ),
  }
}

const narrowed = (column: Float64Array): Values =>
  column.every((value) => value < 2 ** 31) ? new Int32Array(column) : column

type Stored = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float64Array

/** As stored: numbers of one width, little-endian. `keys`: JSON. */
export function encodeChunk({ times, flags, keys, ids, values }: FactChunk): Map<string, Buffer> {
  const encoded = new Map<string, Buffer>([['keys', Buffer.from(JSON.stringify(keys))]])
  const add = (name: string, { buffer, byteOffset, byteLength }: Stored) =>
    encoded.set(name, Buffer.from(buffer, byteOffset, byteLength))
  // A day has fewer than 2^32 ms.
  add('at', new Uint32Array(times))
  add('flags', flags)
  for (const [name, column] of ids)
    add(
      name,
      keys.length <= 2 ** 8
        ? new Uint8Array(column)
        : keys.length <= 2 ** 16
          ? new Uint16Array(column)
          : column,
    )
  for (const [name, column] of values) add(name, column)
  return encoded
}

export function decodeChunk(
  { from, to }: { from: number; to: number },
  encoded: ReadonlyMap<string, Buffer>,
): FactChunk {
  const flags = new Uint8Array(encoded.get('flags') ?? [])
  const rows = flags.length
  const keys: string[] = JSON.parse(encoded.get('keys')?.toString() ?? '[]')
  const ids = new Map<string, Int32Array>()
  const values = new Map<string, Values>()
  let times = new Float64Array()
  for (const [name, data] of encoded) {
    if (name === 'keys' || name === 'flags') continue
    const width = data.length / Math.max(rows, 1)
    // Views need an aligned start, which small buffers do not have: they share one.
    const { buffer, byteOffset } = data.byteOffset % width === 0 ? data : new Uint8Array(data)
    const of = [buffer, byteOffset, rows] as const
    if (name === 'at') times = new Float64Array(new Uint32Array(...of))
    else if (isDimension(name))
      ids.set(
        name,
        width === 4
          ? new Int32Array(...of)
          : new Int32Array(width === 2 ? new Uint16Array(...of) : new Uint8Array(...of)),
      )
    else values.set(name, width === 4 ? new Int32Array(...of) : new Float64Array(...of))
  }
  return { from, to, rows, times, flags, keys, ids, values }
}

/** What facts are filtered and broken down by. */
const dimensions: readonly string[] = ['agent', 'team', 'label', 'provider', 'channel', 'reason']
const isDimension = (name: string): boolean => dimensions.includes(name)
