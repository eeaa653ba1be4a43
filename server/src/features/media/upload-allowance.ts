import { isIPv6 } from 'node:net'
import type { Clock } from '../../core/clock.ts'

/** Largest files per hour and network. A person sends a few pictures; whoever fills a disk sends for hours. */
const filesPerHour = 40
/** Beyond so many networks at once the one that asked first is forgotten. */
const maxNetworks = 10_000

/**
 * How many bytes visitors of one network may upload. Signing in is never required (spec 1) and a key costs nothing, so the
 * address is the only thing that an attacker has few of. Counted in this process, refilled steadily, spent when an
 * upload begins: uploads in parallel cannot pass it.
 * @returns 0 when the bytes are allowed; else the seconds until they would be
 */
export function createUploadAllowance({ clock, maxBytes }: { clock: Clock; maxBytes: number }) {
  const full = filesPerHour * maxBytes
  const perSecond = full / 3600
  const left = new Map<string, { bytes: number; at: number }>()

  return (address: string, bytes: number): number => {
    const network = networkOf(address)
    const now = clock()
    const known = left.get(network)
    const refilled = known
      ? Math.min(full, known.bytes + (Math.max(0, now - known.at) / 1000) * perSecond)
      : full
    // Taken out and put back: the map stands in the order of the last use.
    left.delete(network)
    const [oldest] = left.keys()
    if (left.size >= maxNetworks && oldest !== undefined) left.delete(oldest)
    const enough = refilled >= bytes
    left.set(network, { bytes: enough ? refilled - bytes : refilled, at: now })
    return enough ? 0 : Math.ceil((bytes - refilled) / perSecond)
  }
}

/** An IPv6 subscriber has a /64 at least. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const [head = '', tail = ''] = address.split('::', 2)
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::')
    ? Array.from({ length: 8 - before.length - after.length }, () => '0')
    : []
  return [...before, ...zeros, ...after].slice(0, 4).join(':')
}
