/** Returns a function that removes the listener. */
export function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

/** Combines several stop functions. */
export const stopAll =
  (...stops: (() => void)[]) =>
  () => {
    for (const stop of stops) stop()
  }
