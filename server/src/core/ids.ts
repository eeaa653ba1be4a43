import { v7 } from 'uuid'

/** A new UUIDv7: sorts by the time it was made, so that an index grows at its end. */
export const newId = (): string => v7()

const idPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const isId = (text: string): boolean => idPattern.test(text)
