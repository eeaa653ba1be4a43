/** Frames to wait, about two seconds. */
const maxFrames = 120

/**
 * Calls `act` with the element once it is there: most of a conversation renders after its first paint, and a shortcut may come
 * before. The next key or press cancels it.
 */
export function whenShown(selector: string, act: (element: HTMLElement) => void): void {
  const cancelling = new AbortController()
  const cancel = () => cancelling.abort()
  const look = (frames: number) => {
    if (cancelling.signal.aborted) return
    const element = document.querySelector<HTMLElement>(selector)
    if (element === null && frames > 1) {
      requestAnimationFrame(() => look(frames - 1))
      return
    }
    cancel()
    if (element !== null) act(element)
  }
  // The event that is being handled has passed the document already.
  for (const type of ['keydown', 'pointerdown'])
    document.addEventListener(type, cancel, { capture: true, signal: cancelling.signal })
  // After React has rendered what the caller changed, but before the next key.
  queueMicrotask(() => look(maxFrames))
}
