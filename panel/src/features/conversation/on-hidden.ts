/** Calls `listener` when the page is hidden. A phone that is locked, or shows another app, fires no later event. */
export function onHidden(listener: () => void, signal: AbortSignal): void {
  const hear = () => {
    if (document.hidden) listener()
  }
  document.addEventListener('visibilitychange', hear, { signal })
}
