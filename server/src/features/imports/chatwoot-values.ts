import { timestamp } from '../../core/clock.ts'

/** Readers for JSON of unknown form: what is missing or of another type is undefined. */
export type Json = Readonly<Record<string, unknown>>

export const objectOf = (value: unknown): Json | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : undefined

export const listOf = (value: unknown): Json[] =>
  Array.isArray(value) ? value.map(objectOf).filter((item) => item !== undefined) : []

/** Chatwoot counts; ids become keys and file names, so nothing else is accepted. */
export const idOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined

/** Without what PostgreSQL cannot store. null: missing or blank. */
export function textOf(value: unknown, maxLength = Infinity): string | null {
  if (typeof value !== 'string') return null
  const text = value.replaceAll('\0', '').toWellFormed().trim()
  if (text === '') return null
  return text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\uD800-\uDBFF]$/, '')
}

/** Chatwoot is from 2019; an earlier time is a mistake, as is a later one than tomorrow. */
const earliest = Date.UTC(2010, 0)
const dayMs = 86_400_000

/** Seconds since 1970, or ISO 8601. undefined: not a plausible time. `ahead`: may be in the future. */
export function timeOf(value: unknown, now: number, ahead = false): string | undefined {
  const at =
    typeof value === 'number' ? value * 1000 : typeof value === 'string' ? timeOfText(value) : Number.NaN
  if (!Number.isFinite(at) || at < earliest || at > now + (ahead ? 366 * dayMs : dayMs)) return undefined
  return timestamp(at)
}

const timeOfText = (text: string): number =>
  /^\d{9,11}(\.\d+)?$/.test(text) ? Number(text) * 1000 : Date.parse(text)
