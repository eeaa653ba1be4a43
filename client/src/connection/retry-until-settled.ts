import { isPassing, type Answer } from './result.ts'
import type { Platform } from '../browser/platform.ts'

const retryTime = 2_000

/**
 * Asks until there is an answer that another try would not change. `disconnected` is one: whoever needs
 * the answer asks again on the next connection.
 */
export async function untilAnswered<T>(
  platform: Platform,
  ask: () => Promise<Answer<T>>,
): Promise<Answer<T>> {
  let answer = await ask()
  while (!answer.ok && answer.code !== 'disconnected' && isPassing(answer.code)) {
    const delay = answer.retryAfter ?? retryTime
    await new Promise<void>((resolve) => void platform.after(delay, resolve))
    answer = await ask()
  }
  return answer
}
