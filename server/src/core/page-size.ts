/**
 * Limit of the JSON of a page of log entries or messages (SPEC F7): half of what a socket may have unsent. 500 entries of
 * the largest messages are 24 MB.
 */
export const maxPageBytes = 512 * 1024

/** How many of these items fit into a page, at least one. */
export function fittingCount(items: readonly unknown[], maxBytes = maxPageBytes): number {
  let bytes = 0
  for (const [index, item] of items.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(item))
    if (bytes > maxBytes && index > 0) return index
  }
  return items.length
}
