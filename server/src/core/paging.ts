import type { PageOf } from '@parley/protocol/pager'
import { AppError } from './app-error.ts'
import { timestamp } from './clock.ts'
import { isId } from './ids.ts'

/**
 * A cursor holds time and id of the last row, so that pages stay stable while rows are added. Opaque to the caller;
 * malformed cursors are refused.
 */
export const encodeCursor = (createdAt: string, id: string): string =>
  Buffer.from(`${createdAt} ${id}`).toString('base64url')

/** Also refuses well-formed times that PostgreSQL rejects: February 30, the year 0. */
function isMoment(text: string): boolean {
  if (!timePattern.test(text) || text < '0001') return false
  const milliseconds = Date.parse(text)
  return !Number.isNaN(milliseconds) && timestamp(milliseconds) === text
}

const timePattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/

/** `pointer`: where the request has the cursor. */
export function decodeCursor(
  cursor: string | undefined,
  pointer = '/querystring/cursor',
): { created_at: string; id: string } | null {
  if (cursor === undefined) return null
  const [createdAt = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  if (!isMoment(createdAt) || !isId(id)) {
    throw new AppError('invalid_request', { detail: 'The cursor is invalid.', pointer })
  }
  return { created_at: createdAt, id }
}

/** `rows` must be read with a limit of `max + 1`: the extra row tells whether there is another page. */
export function pageOf<T>(
  rows: T[],
  max: number,
  sort: 'ASC' | 'DESC',
  cursorOf: (row: T) => string,
): PageOf<T> {
  const data = rows.slice(0, max)
  const last = data.at(-1)
  const next = rows.length > max && last !== undefined ? cursorOf(last) : null
  return { data, pager: { max, next, sort } }
}
