interface Permits {
  used: number
  readonly waiting: (() => void)[]
}

function acquire(permits: Permits, max: number): Promise<void> | undefined {
  if (permits.used < max) {
    permits.used += 1
    return undefined
  }
  return new Promise((resolve) => permits.waiting.push(resolve))
}

/** Hands the permit to the next in line, first come, first served. */
function release(permits: Permits): void {
  const next = permits.waiting.shift()
  if (next) next()
  else permits.used -= 1
}

/** Returns a function that runs `work` as soon as fewer than `max` others are running, in order of the calls. */
export function createSemaphore(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const permits: Permits = { used: 0, waiting: [] }
  return async (work) => {
    await acquire(permits, max)
    try {
      return await work()
    } finally {
      release(permits)
    }
  }
}

export interface KeyedSemaphore {
  /** Runs `work` as soon as fewer than the maximum are running for this key. */
  run<T>(key: string, work: () => T | Promise<T>): Promise<T>
  /** Runs `work` now, or returns null when the maximum is running for this key. */
  tryRun<T>(key: string, work: () => T | Promise<T>): Promise<T> | null
}

/** A semaphore per key. A key without running work takes no memory. */
export function createKeyedSemaphore(max: number): KeyedSemaphore {
  const byKey = new Map<string, Permits>()

  async function run<T>(key: string, work: () => T | Promise<T>): Promise<T> {
    const permits = byKey.get(key) ?? { used: 0, waiting: [] }
    byKey.set(key, permits)
    await acquire(permits, max)
    try {
      return await work()
    } finally {
      release(permits)
      if (permits.used === 0) byKey.delete(key)
    }
  }

  return {
    run,
    tryRun: (key, work) => ((byKey.get(key)?.used ?? 0) >= max ? null : run(key, work)),
  }
}
