import { clientNetwork } from '../../core/client-network.ts'
import type { RateLimits } from '../../core/rate-limits.ts'

/** Files of the maximum size per hour and network: plenty for a person, too little to fill a disk. */
const maxFilesPerHour = 40

/**
 * Limits the bytes that visitors of one network upload. Signing in is never required (spec 1) and keys are
 * free, so the address is all there is to limit by.
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
  return {
    /**
     * Counts an upload when it begins, so parallel uploads cannot exceed the limit. Returns 0 when the bytes are allowed, else the seconds
     * until they would be.
     */
    take: (address: string, bytes: number): number =>
      Math.ceil(budget.take(clientNetwork(address), bytes) / 1000),
    /** Puts back what a failed upload did not send. */
    refund(address: string, bytes: number): void {
      if (bytes > 0) budget.refund(clientNetwork(address), bytes)
    },
  }
}
