/** Calls `then` once after a delay, unless cancelled with the returned function. Tests inject a manual timer. */
export type StartTimer = (milliseconds: number, then: () => void) => () => void

export const systemTimer: StartTimer = (milliseconds, then) => {
  const timer = setTimeout(then, milliseconds)
  return () => clearTimeout(timer)
}
