import { v7 } from 'uuid'

/** A new UUIDv7: sorts by the time it was made, so that an index grows at its end. */
export const newId = (): string => v7()

/** The least id that can be made from that millisecond on: everything below it is older. */
export const firstIdAt = (milliseconds: number): string => {
  const hex = milliseconds.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`
}

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isId = (text: string): boolean => idPattern.test(text)
