import type { StartTimer } from './timer.ts'

/** The moment at which an attempt is over, whatever it is doing. One thing at a time waits with it. */
export interface Deadline {
  readonly over: boolean
  /** Called when it comes. Whoever sets it looks at `over` first. */
  whenOver: () => void
  lift(): void
}

/** An AbortController does the same at the price of a tenth of an attempt. */
export function createDeadline(timer: StartTimer, milliseconds: number): Deadline {
  let over = false
  const deadline = {
    get over() {
      return over
    },
    whenOver: () => {},
    lift: timer(milliseconds, () => {
      over = true
      deadline.whenOver()
    }),
  }
  return deadline
}
