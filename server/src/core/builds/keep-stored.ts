import { setTimeout as delay } from 'node:timers/promises'

interface Timing {
  /** How long a slow bucket may delay the start. */
  startTimeoutMs: number
  intervalMs: number
  retryDelayMs: number
}

const defaultTiming: Timing = { startTimeoutMs: 10_000, intervalMs: 3_600_000, retryDelayMs: 30_000 }

/**
 * Stores the current build now and every hour, which marks it as in use, and sooner after a failure.
 * @param deps.removeOld runs each time the build was stored; never rejects
 * @returns resolves once the build is stored, storing it has failed, or `startTimeoutMs` has passed: chats work without it
 */
export async function keepStored(deps: {
  keep: () => Promise<void>
  removeOld: () => Promise<void>
  signal: AbortSignal
  onError: (error: unknown) => void
  timing?: Timing
}): Promise<void> {
  const { signal, timing = defaultTiming } = deps
  const pause = (ms: number) => delay(ms, null, { signal, ref: false }).catch(() => null)
  const store = () =>
    deps.keep().then(
      () => true,
      (error: unknown) => {
        deps.onError(error)
        return false
      },
    )

  async function repeat(first: Promise<boolean>): Promise<void> {
    let isStored = await first
    while (!signal.aborted) {
      if (isStored) await deps.removeOld()
      await pause(isStored ? timing.intervalMs : timing.retryDelayMs)
      if (!signal.aborted) isStored = await store()
    }
  }

  const first = store()
  void repeat(first)
  const isStored = await Promise.race([first, pause(timing.startTimeoutMs)])
  if (isStored === null && !signal.aborted)
    deps.onError(new Error(`The bucket did not store the build within ${timing.startTimeoutMs / 1000} s.`))
}

/**
 * Stores the current build once, and tries again after a failure, such as of a full disk.
 * @returns resolves after the first attempt
 */
export async function keepOnce(deps: {
  keep: () => Promise<void>
  signal: AbortSignal
  onError: (error: unknown) => void
  retryDelayMs?: number | undefined
}): Promise<void> {
  const { keep, signal, onError, retryDelayMs = defaultTiming.retryDelayMs } = deps
  try {
    await keep()
  } catch (error) {
    if (signal.aborted) return
    onError(error)
    void delay(retryDelayMs, undefined, { signal, ref: false }).then(
      () => keepOnce(deps),
      () => {},
    )
  }
}
