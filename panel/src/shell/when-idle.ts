/** Time without an idle moment after which the task runs anyway; also the delay where browsers cannot tell (ms). */
const maxDelayMs = 2_000

/**
 * Runs a download that will probably be needed when the page is idle, unless the user wants to save data.
 * @returns cancels it
 */
export function whenIdle(download: () => void): () => void {
  if (savesData()) return () => {}
  // Safari has no idle callbacks.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(download, maxDelayMs)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(download, { timeout: maxDelayMs })
  return () => cancelIdleCallback(request)
}

/** Network Information API: Chromium only. */
function savesData(): boolean {
  const { connection }: { connection?: { saveData?: boolean } } = navigator as object
  return connection?.saveData === true
}
