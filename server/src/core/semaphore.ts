interface Permits {
  used: number
  readonly waiting: Set<() => void>
}

function acquire(permits: Permits, max: number, signal?: AbortSignal): Promise<void> | undefined {
  signal?.throwIfAborted()
  if (permits.used < max) {
    permits.used += 1
    return undefined
  }
  return new Promise((resolve, reject) => {
    const leave = () => {
      permits.waiting.delete(enter)
      reject(signal?.reason)
    }
    const enter = () => {
      signal?.removeEventListener('abort', leave)
      resolve()
    }
    signal?.addEventListener('abort', leave, { once: true })
    permits.waiting.add(enter)
  })
}

/** Hands the permit to the next in line, first come, first served. */
function release(permits: Permits): void {
  const [next] = permits.waiting
  if (!next) {
    permits.used -= 1
    return
  }
  permits.waiting.delete(next)
  next()
}

/**
 * Returns a function that runs `work` as soon as fewer than `max` others are running, in order of the calls.
 * @throws the reason of `signal` if it aborts before the work starts
 */
export function createSemaphore(
  max: number,
): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  const permits: Permits = { used: 0, waiting: new Set() }
  return async (work, signal) => {
    await acquire(permits, max, signal)
    try {
      return await work()
    } finally {
      release(permits)
    }
  }
}

export interface KeyedSemaphore {
  /**
   * Runs `work` as soon as fewer than the maximum are running for this key.
   * @throws the reason of `signal` if it aborts before the work starts
   */
  run<T>(key: string, work: () => T | Promise<T>, signal?: AbortSignal): Promise<T>
  /** Runs `work` now, or returns null when the maximum is running for this key. */
  tryRun<T>(key: string, work: () => T | Promise<T>): Promise<T> | null
}

/** A semaphore per key. A key without running work takes no memory. */
export function createKeyedSemaphore(max: number): KeyedSemaphore {
  const byKey = new Map<string, Permits>()

  async function run<T>(key: string, work: () => T | Promise<T>, signal?: AbortSignal): Promise<T> {
    const permits = byKey.get(key) ?? { used: 0, waiting: new Set() }
    const acquired = acquire(permits, max, signal)
    byKey.set(key, permits)
    await acquired
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
