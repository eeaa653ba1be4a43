/** Calls once after so many milliseconds, unless the returned function is called before. Tests turn it by hand. */
export type StartTimer = (milliseconds: number, then: () => void) => () => void

export const systemTimer: StartTimer = (milliseconds, then) => {
  const timer = setTimeout(then, milliseconds)
  return () => clearTimeout(timer)
}
