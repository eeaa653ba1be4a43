import { setTimeout as delay } from 'node:timers/promises'

/**
 * Returns a function that runs `work` at most once per `intervalMs`, for all calls that wait. Each call gets a run that began after
 * it, so that it sees every earlier change.
 * @param pause replaces the timer, for tests
 */
export function spaced<T>(
  work: () => Promise<T>,
  intervalMs: number,
  pause: (ms: number) => Promise<void> = delay,
): () => Promise<T> {
  let next: Promise<T> | undefined
  let startsAt = -Infinity

  async function run(): Promise<T> {
    await pause(Math.max(0, startsAt - performance.now()))
    next = undefined
    startsAt = performance.now() + intervalMs
    return await work()
  }
  return () => (next ??= run())
}
