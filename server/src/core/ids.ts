import { v7 } from 'uuid'

/** Returns a new UUIDv7. Sorts by creation time, so indexes grow at their end. */
export const newId = (): string => v7()

/** Returns the smallest id of that millisecond: all smaller ids are older. */
export const firstIdAt = (milliseconds: number): string => {
  const hex = milliseconds.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isId = (text: string): boolean => idPattern.test(text)
