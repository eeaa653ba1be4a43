/** Handles rows that are due, with other processes. */
export interface DueWorker {
  start(): void
  /** Claims what is due. Cheap to call often. */
  wake(): void
  /** Handles what is due now, for tests with a clock. Resolves when nothing more is. */
  look(): Promise<void>
  /** Claims no more and resolves when the rows in progress are handled. */
  stop(): Promise<void>
}

/**
 * Polls, because rows become due by time. Once started, `wake` also polls at once. Each slot is free as soon as its row is handled, so that a slow
 * row takes one slot only.
 * @param deps.claim takes due rows for a limited time, so that another process takes over those of a dead one. `excludedOwners`: their rows wait
 * @param deps.share slots that the rows of one owner may take at once
 * @param deps.handle what it throws is reported; the row stays claimed until its time is over
 */
export function createDueWorker<Row>(deps: {
  claim: (max: number, excludedOwners: readonly string[]) => Promise<Row[]>
  handle: (row: Row) => Promise<void>
  onError: (error: unknown) => void
  intervalMs: number
  maxConcurrent: number
  share?: { ownerOf: (row: Row) => string; max: number }
}): DueWorker {
  const { share } = deps
  const inProgress = new Map<Promise<void>, string | undefined>()
  let timer: NodeJS.Timeout | null = null
  let claiming: Promise<void> | null = null
  /** Nothing was due for any other owner: their rows need not be searched for after each row, only at the next interval or wake. */
  let onlyDueOwners: string[] | null = null
  let again = false
  let stopped = false

  async function claimAll(): Promise<void> {
    while (again) {
      again = false
      const room = deps.maxConcurrent - inProgress.size
      // The end of a row looks again.
      if (stopped || room <= 0) return
      const excluded = ownersWithoutSlot()
      if (onlyDueOwners?.every((owner) => excluded.includes(owner))) return
      // One at a time, because each may be the owner's last.
      const claimed = await deps.claim(share ? 1 : room, excluded)
      // Unless a wake came during the claim, which may not have seen its row.
      if (claimed.length === 0 && excluded.length > 0 && !again) onlyDueOwners = excluded
      if (share && claimed.length > 0) again = true
      for (const row of claimed) {
        const work = deps
          .handle(row)
          .catch(deps.onError)
          .finally(() => {
            inProgress.delete(work)
            claim()
          })
        inProgress.set(work, share?.ownerOf(row))
      }
    }
  }

  function ownersWithoutSlot(): string[] {
    const slots = Map.groupBy(inProgress.values(), (owner) => owner)
    return [...slots].flatMap(([owner, { length }]) =>
      share && owner !== undefined && length >= share.max ? [owner] : [],
    )
  }

  function claim(): void {
    again = true
    claiming ??= claimAll()
      .catch(deps.onError)
      .finally(() => {
        claiming = null
        // Asked for after the last look.
        if (again && !stopped) claim()
      })
  }

  function claimOfAll(): void {
    onlyDueOwners = null
    claim()
  }

  const running = () => [...inProgress.keys(), ...(claiming === null ? [] : [claiming])]

  return {
    async look() {
      claimOfAll()
      for (let work = running(); work.length > 0; work = running()) await Promise.all(work)
    },
    wake() {
      if (timer !== null && !stopped) claimOfAll()
    },
    start() {
      timer = setInterval(claimOfAll, deps.intervalMs)
      claimOfAll()
    },
    async stop() {
      stopped = true
      if (timer !== null) clearInterval(timer)
      await claiming
      await Promise.all(inProgress.keys())
    },
  }
}
