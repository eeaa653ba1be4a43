/** Answers how to stop. */
export function listen(target: EventTarget, type: string, listener: () => void): () => void {
  target.addEventListener(type, listener)
  return () => target.removeEventListener(type, listener)
}

/** Several ways to stop as one. */
export const stopAll =
  (...stops: (() => void)[]) =>
  () => {
    for (const stop of stops) stop()
  }
