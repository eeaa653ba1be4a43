import { createHash } from 'node:crypto'
import type { ImportScope } from './import-store.ts'

/** UUIDv8 of something at the source: the same in each run, and different per organization. */
export function derivedId({ organizationId, source }: ImportScope, kind: string, key: number): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([organizationId, source, kind, key]))
    .digest('hex')
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-a${hash.slice(17, 20)}-${hash.slice(20, 32)}`
}
