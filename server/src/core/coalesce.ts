import { setImmediate as nextTurn } from 'node:timers/promises'

interface Lookup<K, V> {
  key: K
  resolve: (value: V | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Batches look-ups by key. Look-ups of one turn of the event loop share a batch, and those made during a batch
 * share the next, so that reconnecting widgets after a restart cost a fraction of a round trip each. No look-up sees data
 * that was read before it was made. Equal keys of a batch (objects: the same one) are looked up once.
 * @param lookUpMany returns the values that exist; when it fails, every look-up of the batch fails
 * @param maxBatch keys per batch
 */
export function batchLookups<K, V>(
  lookUpMany: (keys: K[]) => Promise<Map<K, V>>,
  maxBatch: number,
): (key: K) => Promise<V | undefined> {
  let waiting: Lookup<K, V>[] = []
  let running = false

  async function run(): Promise<void> {
    running = true
    while (waiting.length > 0) {
      // Lets look-ups that follow the results of the last batch join this one.
      await nextTurn()
      const batch = waiting.splice(0, maxBatch)
      try {
        const found = await lookUpMany([...new Set(batch.map(({ key }) => key))])
        for (const { key, resolve } of batch) resolve(found.get(key))
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    running = false
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject })
      if (!running) void run()
    })
}

export interface CoalescedRuns<K> {
  /**
   * Runs the work for this key, after the current run if there is one; further triggers share that next run. Resolves
   * when a run that began after the trigger has ended, successful or not.
   */
  trigger(key: K): Promise<void>
  isRunning(key: K): boolean
  /** Resolves when nothing is running. */
  settled(): Promise<void>
}

/** Runs `work` at most once at a time per key. A failed run is reported and does not swallow later triggers. */
export function coalesceRuns<K = void>(
  work: (key: K) => Promise<void>,
  onError: (error: unknown) => void,
): CoalescedRuns<K> {
  const running = new Map<K, { again: boolean; done: Promise<void> }>()

  async function run(key: K): Promise<void> {
    const { promise: done, resolve } = Promise.withResolvers<void>()
    const state = { again: false, done }
    running.set(key, state)
    do {
      state.again = false
      try {
        await work(key)
      } catch (error) {
        onError(error)
      }
    } while (state.again)
    running.delete(key)
    resolve()
  }

  return {
    trigger(key) {
      const current = running.get(key)
      if (!current) return run(key)
      current.again = true
      return current.done
    },
    isRunning: (key) => running.has(key),
    async settled() {
      while (running.size > 0) await Promise.all([...running.values()].map(({ done }) => done))
    },
  }
}
