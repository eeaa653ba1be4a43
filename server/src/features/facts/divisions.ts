import type { ReportGroup } from '@parley/protocol/report-metrics'
import type { FactChunk } from './fact-chunk.ts'

/** Which part each fact of a chunk belongs to; -1: none. */
export interface Placement {
  /** null: fact `i` is at `i`. Labels: a fact is in several parts. */
  facts: Int32Array | null
  /** A number: all facts are in this part. */
  parts: Int32Array | number
}

/** How facts are divided. `keys`: those of the parts, complete after the last chunk was placed. */
export interface Placer {
  keys: string[]
  /** A fact may be in several parts. */
  overlaps?: true
  place: (chunk: FactChunk) => Placement
}

export const inOnePart = (): Placer => ({
  keys: ['all'],
  place: () => ({ facts: null, parts: 0 }),
})

/** `starts`: when each interval begins, in ms; the last one has no end. */
export function byInterval(starts: readonly number[], keys: string[]): Placer {
  return {
    keys,
    place(chunk) {
      const first = lastUpTo(starts, chunk.from)
      if (lastUpTo(starts, chunk.to - 1) === first) return { facts: null, parts: first }
      const parts = new Int32Array(chunk.rows)
      const times = timesOf(chunk)
      for (let i = 0; i < parts.length; i += 1) parts[i] = lastUpTo(starts, times(i))
      return { facts: null, parts }
    },
  }
}

/** The index of the last of these ascending numbers that is not above `value`; -1: none. */
function lastUpTo(numbers: readonly number[], value: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((numbers[middle] ?? Infinity) <= value) low = middle + 1
    else high = middle
  }
  return low - 1
}

const timesOf =
  ({ from, times }: FactChunk) =>
  (index: number): number =>
    from + (times[index] ?? 0)

export function byGroup(group: ReportGroup): Placer {
  const keys: string[] = []
  const numbers = new Map<string, number>()
  const numberOf = (text: string): number => {
    const key = text === '' ? 'none' : text
    const known = numbers.get(key)
    if (known !== undefined) return known
    numbers.set(key, keys.length)
    keys.push(key)
    return keys.length - 1
  }
  return {
    keys,
    ...(group === 'label' && { overlaps: true }),
    place(chunk) {
      const column = chunk.ids.get(group)
      if (column === undefined) return { facts: null, parts: numberOf('') }
      if (group === 'label') return placeLabels(chunk, column, numberOf)
      const parts = new Int32Array(chunk.rows)
      // Numbers of keys that no fact of this column has must not become parts.
      const known = new Int32Array(chunk.keys.length).fill(-1)
      for (let i = 0; i < parts.length; i += 1) {
        const key = column[i] as number
        if (known[key] === -1) known[key] = numberOf(chunk.keys[key] ?? '')
        parts[i] = known[key] as number
      }
      return { facts: null, parts }
    },
  }
}

function placeLabels(
  { keys }: FactChunk,
  column: ArrayLike<number>,
  numberOf: (key: string) => number,
): Placement {
  const ofSet = new Map<number, number[]>()
  const facts: number[] = []
  const parts: number[] = []
  for (let i = 0; i < column.length; i += 1) {
    const set = column[i] as number
    const numbers = ofSet.get(set) ?? (keys[set] ?? '').split(',').map(numberOf)
    ofSet.set(set, numbers)
    for (const part of numbers) {
      facts.push(i)
      parts.push(part)
    }
  }
  return { facts: Int32Array.from(facts), parts: Int32Array.from(parts) }
}

const hourMs = 3_600_000
/** Offsets of time zones change at whole quarters of an hour. */
const quarterMs = hourMs / 4

/** Keys are `0 13`, Monday is 0. */
export function byWeekdayAndHour(timeZone: string): Placer {
  const keys = Array.from({ length: 7 * 24 }, (_, index) => `${Math.floor(index / 24)} ${index % 24}`)
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  const offsets = new Map<number, number>()
  const offsetAt = (at: number): number => {
    const quarter = Math.floor(at / quarterMs)
    const offset = offsets.get(quarter) ?? offsetOf(format, quarter * quarterMs)
    offsets.set(quarter, offset)
    return offset
  }
  return {
    keys,
    place(chunk) {
      const parts = new Int32Array(chunk.rows)
      const times = timesOf(chunk)
      const [first, last] = [offsetAt(chunk.from), offsetAt(chunk.to - 1)]
      for (let i = 0; i < parts.length; i += 1) {
        const at = times(i)
        const hour = Math.floor((at + (first === last ? first : offsetAt(at))) / hourMs)
        // 1970-01-01 was a Thursday.
        parts[i] = (((hour + 3 * 24) % 168) + 168) % 168
      }
      return { facts: null, parts }
    },
  }
}

/** Milliseconds that the clock of the zone is ahead of UTC. */
function offsetOf(format: Intl.DateTimeFormat, at: number): number {
  const name = format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /GMT([+-−])(\d\d):(\d\d)(?::(\d\d))?/u.exec(name) ?? []
  const ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  return sign === '+' ? ms : -ms
}
