/** Time without another choice after which one is sent. */
export const debounceMs = 1000

/** Debounces choices: arrow keys select every radio button on the way. */
export function createDelayedChoice() {
  let timer: ReturnType<typeof setTimeout> | undefined
  let pending: (() => void) | null = null

  const drop = () => {
    clearTimeout(timer)
    pending = null
  }
  const flush = () => {
    const send = pending
    drop()
    send?.()
  }

  return {
    choose(send: () => void): void {
      drop()
      pending = send
      timer = setTimeout(flush, debounceMs)
    },
    /** Sends the pending choice now. */
    flush,
    /** Discards the pending choice. */
    drop,
    /** Sends the pending choice when the visitor leaves the page. Returns a function that sends it and stops this. */
    flushOnLeave() {
      const leaving = new AbortController()
      const { signal } = leaving
      addEventListener('pagehide', flush, { signal })
      // iPhones only hide a page whose app is closed.
      document.addEventListener('visibilitychange', () => document.hidden && flush(), { signal })
      return () => {
        leaving.abort()
        flush()
      }
    },
  }
}
