import { isTransient, type Result } from './result.ts'
import type { Platform } from '../browser/platform.ts'

const defaultRetryDelayMs = 2_000

/**
 * Asks until there is an answer that another try would not change. `disconnected` is one: whoever needs
 * the answer asks again on the next connection.
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
