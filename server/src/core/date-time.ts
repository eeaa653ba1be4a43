import { timestamp } from './clock.ts'

/** Fields, milliseconds, sign, hours and minutes of the offset. */
const form = /^(\d{4}-\d\d-\d\d)t(\d\d:\d\d:\d\d)(?:\.(\d+))?(?:z|([+-])(\d\d):(\d\d))$/i

/**
 * Converts an RFC 3339 date-time with any offset to the format of `timestamp`, truncated to milliseconds. Returns null for
 * times that do not exist, such as February 30, and for years that PostgreSQL or the format cannot represent.
 */
export function readDateTime(text: string): string | null {
  const [, date, time, fraction = '', sign = '+', hours = '0', minutes = '0'] = form.exec(text) ?? []
  if (date === undefined || time === undefined || Number(hours) > 23 || Number(minutes) > 59) return null
  const local = `${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}`
  const milliseconds = Date.parse(`${local}Z`)
  // Date.parse rolls over: February 30 becomes March 2.
  if (Number.isNaN(milliseconds) || timestamp(milliseconds) !== `${local}+00:00`) return null
  const offset = Number(`${sign}1`) * (Number(hours) * 60 + Number(minutes)) * 60_000
  const utc = timestamp(milliseconds - offset)
  return /^\d{4}-/.test(utc) && utc >= '0001' ? utc : null
}
