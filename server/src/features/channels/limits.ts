import type { Clock } from '../../core/clock.ts'

/**
 * A platform's "too many requests" does not say whether it concerns the contact or the whole account. Once two contacts are
 * told to wait at the same time, the account waits.
 */
export function createLimits(deps: {
  clock: Clock
  pause: (providerId: string, seconds: number) => Promise<unknown>
}) {
  const waiting = new Map<string, { contact: string; until: number }>()
  return async (providerId: string, contact: string, seconds: number): Promise<void> => {
    const now = deps.clock()
    const other = waiting.get(providerId)
    waiting.set(providerId, { contact, until: now + seconds * 1000 })
    if (other !== undefined && other.contact !== contact && other.until > now)
      await deps.pause(providerId, seconds)
  }
}
