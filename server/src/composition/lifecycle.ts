import { setMaxListeners } from 'node:events'

type Hook = () => unknown

/** Work that a process takes by itself, such as sending webhooks. */
export interface Worker {
  start: Hook
  /**
   * Takes no more work from the call on, and resolves when what is under way has ended. Awaited for at most 20 s: work that is still
   * running then is repeated after its lease, as after SIGKILL. Also called without a start.
   */
  stop: () => Promise<unknown>
}

/** Starts and stops what features register while they are composed (docs/decisions/composition.md). */
export interface Lifecycle {
  /** Aborts as a stop begins, before any hook runs. For every loop and wait of the service. */
  readonly signal: AbortSignal
  /** Runs once the service listens, in the order of registration, unless a stop has begun. */
  onStart(hook: Hook): void
  /** Awaited in reverse order of registration: last opened, first closed. Also runs when nothing was started. */
  onStop(hook: Hook): void
  /**
   * `stop` is called as a stop begins, during a start once the running hook has ended, and awaited where an `onStop` of this
   * moment would be. Ignored in processes without the role worker.
   */
  addWorker(worker: Worker): void
  /** Runs `listen`, then the start hooks. */
  start(listen?: Hook): Promise<void>
  /**
   * During a start, waits for the hook that is running and skips the others. Every call returns the same promise.
   * @throws AggregateError of all hooks that failed, after the last one ran
   */
  stop(): Promise<void>
}

/** Below the 30 s between SIGTERM and SIGKILL in Kubernetes and compose.yaml: the other stop hooks need time, too. */
const maxWorkerStopMs = 20_000

/**
 * @param options.worker whether this process takes work by itself
 * @param options.workerStopMs how long a stop waits for workers, default 20 s
 */
export function createLifecycle(options: { worker: boolean; workerStopMs?: number }): Lifecycle {
  const stopping = new AbortController()
  // Each feature may listen: eleven listeners are not a leak.
  setMaxListeners(0, stopping.signal)
  const startHooks: Hook[] = []
  const stopHooks: Hook[] = []
  const workers: { stop: () => Promise<unknown>; stopped: Promise<unknown> | null }[] = []
  const outOfTime = Promise.withResolvers<void>()
  let starting: Promise<void> | null = null
  let stopped: Promise<void> | null = null

  async function startAll(listen?: Hook): Promise<void> {
    for (const hook of listen ? [listen, ...startHooks] : startHooks) {
      if (stopping.signal.aborted) return
      await hook()
    }
  }

  async function stopAll(): Promise<void> {
    stopping.abort()
    // Reported by `start`.
    await starting?.catch(() => {})
    for (const worker of workers) {
      worker.stopped = Promise.resolve(worker.stop())
      // Reported where it is awaited.
      worker.stopped.catch(() => {})
    }
    const limit = setTimeout(() => outOfTime.resolve(), options.workerStopMs ?? maxWorkerStopMs)
    const errors: unknown[] = []
    for (const hook of stopHooks.toReversed()) {
      try {
        await hook()
      } catch (error) {
        errors.push(error)
      }
    }
    clearTimeout(limit)
    if (errors.length > 0) throw new AggregateError(errors, 'The service did not stop cleanly')
  }

  return {
    signal: stopping.signal,
    onStart: (hook) => void startHooks.push(hook),
    onStop: (hook) => void stopHooks.push(hook),
    addWorker({ start, stop }) {
      if (!options.worker) return
      const worker: (typeof workers)[number] = { stop, stopped: null }
      workers.push(worker)
      startHooks.push(start)
      stopHooks.push(() => Promise.race([worker.stopped, outOfTime.promise]))
    },
    start: (listen) => (starting = startAll(listen)),
    stop: () => (stopped ??= stopAll()),
  }
}
