export const heartbeatIntervalMs = 5_000
const toleranceMs = 1_000
/** Shorter than what is left of the lease of a process that was about to renew it. */
const blindAfterMs = heartbeatIntervalMs + toleranceMs
/** Longer than one late heartbeat. */
const outageAfterMs = 2 * heartbeatIntervalMs + toleranceMs

/** What this process can know about the leases of others: they are read with its own heartbeats. */
export function createOwnHeartbeats(now: () => number) {
  let lastAt = now()
  let hasFailed = false
  let begun = 0
  /** The latest heartbeat with a response. */
  let answered = 0

  return {
    /** While the database is unreachable, nothing is known about the others. */
    isBlind: () => now() - lastAt > blindAfterMs,
    /** Returns the number of the heartbeat, for `failed` and `succeeded`. */
    began: (): number => (begun += 1),
    failed(heartbeat: number): void {
      if (heartbeat > answered) hasFailed = true
    },
    /**
     * Returns for how long the others keep their lease at least (ms): after an outage for one heartbeat interval, to renew it. A heartbeat that is
     * merely late is no outage, or a killed process would be kept: what delayed it has delayed those of the others by little more. It is one if an
     * earlier heartbeat has no response yet. 0: this process was not blind.
     */
    succeeded(heartbeat: number): number {
      const silenceMs = now() - lastAt
      const isOutage = hasFailed || heartbeat > answered + 1 || silenceMs > outageAfterMs
      answered = Math.max(answered, heartbeat)
      lastAt = now()
      hasFailed = false
      if (silenceMs <= blindAfterMs) return 0
      return isOutage ? blindAfterMs : toleranceMs
    },
  }
}
