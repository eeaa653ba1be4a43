import { clientNetwork } from '../../core/client-network.ts'
import type { RateLimits } from '../../core/rate-limits.ts'

/** Files of the maximum size per hour and network: plenty for a person, too little to fill a disk. */
const maxFilesPerHour = 40

/**
 * Limits the bytes that visitors of one network upload. Signing in is never required (spec 1) and keys are
 * free, so the address is all there is to limit by. Counted when an upload begins, so parallel uploads cannot exceed it.
 * Returns 0 when the bytes are allowed, else the seconds until they would be.
 */
export function createUploadAllowance({
  rateLimits,
  maxBytes,
}: {
  rateLimits: RateLimits
  maxBytes: number
}) {
  const bytesPerHour = maxFilesPerHour * maxBytes
  const budget = rateLimits.buckets('uploads', { burst: bytesPerHour, perSecond: bytesPerHour / 3600 })
  return (address: string, bytes: number): number =>
    Math.ceil(budget.take(clientNetwork(address), bytes) / 1000)
}
