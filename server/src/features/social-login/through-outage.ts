import { setTimeout as delay } from 'node:timers/promises'
import { outageOf } from '../../core/expected-error.ts'

/** A person in a popup waits this long, and a stopping process too. */
const limitMs = 10_000
const retryDelayMs = 500

/** Repeats `run` during an outage of the database. For steps of a sign-in after one that works only once. */
export async function throughOutage<T>(run: () => Promise<T>): Promise<T> {
  const until = performance.now() + limitMs
  for (;;) {
    try {
      return await run()
    } catch (error) {
      if (outageOf(error) === undefined || performance.now() + retryDelayMs > until) throw error
    }
    await delay(retryDelayMs)
  }
}
