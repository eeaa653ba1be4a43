import { createHash } from 'node:crypto'

export const newline = 0x0a

/** Row count and SHA-256 of a table, from the output of COPY. COPY escapes newlines within values, so each newline ends a row. */
export function createTableDigest() {
  const hash = createHash('sha256')
  let rows = 0
  return {
    update(chunk: Buffer): void {
      hash.update(chunk)
      for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) rows += 1
    },
    result: () => ({ rows, sha256: hash.digest('hex') }),
  }
}
