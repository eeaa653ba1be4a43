import { isTransient, type Result } from './result.ts'
import type { Platform } from '../browser/platform.ts'

const defaultRetryDelayMs = 2_000

/**
 * Repeats a request until its result is not transient. `disconnected` ends it too: callers request again on the next
 * connection.
 */
export async function retryUntilSettled<T>(
  platform: Platform,
  ask: () => Promise<Result<T>>,
): Promise<Result<T>> {
  let answer = await ask()
  while (!answer.ok && answer.code !== 'disconnected' && isTransient(answer.code)) {
    const delay = answer.retryAfter ?? defaultRetryDelayMs
    await new Promise<void>((resolve) => void platform.after(delay, resolve))
    answer = await ask()
  }
  return answer
}
