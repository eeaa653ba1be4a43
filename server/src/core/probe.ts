import { AppError } from './app-error.ts'

const probeTimeoutMs = 2_000

/**
 * Adds a timeout to a check that may hang: it rejects with `unavailable` after 2 s. Concurrent checks share one run, so a
 * hanging database is not queried again and again.
 */
export function createProbe<T>(check: () => Promise<T>, timeoutMs = probeTimeoutMs): () => Promise<T> {
  let running: Promise<T> | null = null
  return () => {
    running ??= check().finally(() => (running = null))
    return within(running, timeoutMs)
  }
}

function within<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new AppError('unavailable', { detail: `No answer within ${timeoutMs / 1000} s.` }))
    }, timeoutMs)
    void work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
