import type { Triage } from './triage.ts'

/** Maximum delay of a due snooze. Each sweep reads an index of snoozed conversations only. */
const sweepIntervalMs = 1000
/** Limit per sweep. A full sweep is followed by another one immediately. */
const sweepSize = 100

/**
 * Ends due snoozes of all processes. Several processes may sweep concurrently: each snooze ends once, under its customer's
 * lock.
 */
export function createSnoozeSweep(deps: {
  /** The database's time, because the clocks of machines differ. */
  now: () => Promise<string>
  triage: Pick<Triage, 'wake'>
  /** Conversations snoozed until `now` or earlier, the earliest first. */
  dueSnoozes: (now: string, max: number) => Promise<{ id: string; organization_id: string }[]>
  onError: (error: unknown) => void
}) {
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let stopped = false

  async function sweep(): Promise<void> {
    for (;;) {
      if (stopped) return
      const now = await deps.now()
      const due = await deps.dueSnoozes(now, sweepSize)
      let failed = 0
      for (const { id, organization_id: organizationId } of due) {
        if (stopped) return
        await deps.triage.wake(organizationId, id, { reason: 'due', at: now }).catch((error: unknown) => {
          failed += 1
          deps.onError(error)
        })
      }
      if (due.length < sweepSize || failed > 0) return
    }
  }

  function scheduleNext(): void {
    timer = setTimeout(() => {
      running = sweep()
        .catch(deps.onError)
        .finally(() => {
          running = null
          if (timer !== undefined) scheduleNext()
        })
    }, sweepIntervalMs)
  }

  return {
    sweep,
    start: scheduleNext,
    /** Resolves once the wake-up in progress has finished. */
    async stop(): Promise<void> {
      stopped = true
      clearTimeout(timer)
      timer = undefined
      await running
    },
  }
}
