export const beatIntervalMs = 5_000
const lateMs = 1_000
/** Shorter than what is left of the lease of a process that was about to renew it. */
const blindAfterMs = beatIntervalMs + lateMs
/** Longer than one late heartbeat. */
const outageAfterMs = 2 * beatIntervalMs + lateMs

/** What this process can know about the leases of others: they are read with its own heartbeats. */
export function createOwnHeartbeats(now: () => number) {
  let lastAt = now()
  let hasFailed = false
  let inFlight = 0

  return {
    /** While the database is unreachable, nothing is known about the others. */
    isBlind: () => now() - lastAt > blindAfterMs,
    began(): void {
      inFlight += 1
    },
    failed(): void {
      inFlight -= 1
      hasFailed = true
    },
    /**
     * Returns for how long the others keep their lease at least (ms): after an outage for one heartbeat interval, to renew it. A heartbeat that is
     * merely late is no outage, or a killed process would be kept: what delayed it has delayed those of the others by little more. It is one if an
     * earlier heartbeat has no response yet. 0: this process was not blind.
     */
    succeeded(): number {
      const silenceMs = now() - lastAt
      inFlight -= 1
      const isOutage = hasFailed || inFlight > 0 || silenceMs > outageAfterMs
      lastAt = now()
      hasFailed = false
      if (silenceMs <= blindAfterMs) return 0
      return isOutage ? blindAfterMs : lateMs
    },
  }
}
