import type { ReportGroup } from '@parley/protocol/report-metrics'
import type { FactChunk } from './fact-chunk.ts'

/** How the facts of a chunk are grouped, and which parts these groups belong to. */
export interface Placement {
  /** Identifies `groups` among those of the same chunk. null: they depend on the period, too. */
  name: string | null
  /** The number of groups. */
  size: number
  /** The group of each fact. null: all facts are in group 0. */
  groups: () => Int32Array | null
  /** -1: none. Called only for groups that have facts. */
  partsOf: (group: number) => readonly number[]
}

/** How facts are divided. `keys`: those of the parts, complete after the last chunk was placed. */
export interface Placer {
  keys: string[]
  /** A fact may be in several parts. */
  overlaps?: true
  place: (chunk: FactChunk) => Placement
}

const inOneGroup = (partOf: () => number): Placement => ({
  name: 'all',
  size: 1,
  groups: () => null,
  partsOf: () => [partOf()],
})

export const inOnePart = (): Placer => ({ keys: ['all'], place: () => inOneGroup(() => 0) })

/** `starts`: when each interval begins, in ms; the last one has no end. */
export function byInterval(starts: readonly number[], keys: string[]): Placer {
  return {
    keys,
    place(chunk) {
      const first = lastUpTo(starts, chunk.from)
      if (lastUpTo(starts, chunk.to - 1) === first) return inOneGroup(() => first)
      return {
        name: null,
        size: keys.length,
        groups() {
          const times = timesOf(chunk)
          return Int32Array.from({ length: chunk.rows }, (_, i) => lastUpTo(starts, times(i)))
        },
        partsOf: (group) => [group],
      }
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
      if (column === undefined) return inOneGroup(() => numberOf(''))
      return {
        name: group,
        size: chunk.keys.length,
        groups: () => column,
        partsOf(id) {
          const key = chunk.keys[id] ?? ''
          return group === 'label' ? key.split(',').map(numberOf) : [numberOf(key)]
        },
      }
    },
  }
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
    place: (chunk) => ({
      name: 'weekday_hour',
      size: keys.length,
      groups() {
        const groups = new Int32Array(chunk.rows)
        const times = timesOf(chunk)
        const [first, last] = [offsetAt(chunk.from), offsetAt(chunk.to - 1)]
        for (let i = 0; i < groups.length; i += 1) {
          const at = times(i)
          const hour = Math.floor((at + (first === last ? first : offsetAt(at))) / hourMs)
          // 1970-01-01 was a Thursday.
          groups[i] = (((hour + 3 * 24) % 168) + 168) % 168
        }
        return groups
      },
      partsOf: (group) => [group],
    }),
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
