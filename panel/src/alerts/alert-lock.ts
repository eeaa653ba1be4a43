import { listen } from '@parley/client/browser/listen'

/**
 * Held by the one tab of an organization that alerts: the last one in use, or another when it closes. Only the tab in use
 * knows what the agent is reading, and may play sound, so it takes the lock when it gets focus. Tabs of other
 * organizations have their own lock, because they receive other messages. Returns a function that releases it.
 */
export function acquireAlertLock(organizationId: string, onChange: (isHeld: boolean) => void): () => void {
  // Without the Web Locks API (old browsers, insecure pages) every tab alerts.
  if (!('locks' in navigator)) {
    onChange(true)
    return () => onChange(false)
  }
  const name = `parley-alerts ${organizationId}`
  let state: 'waiting' | 'taking' | 'held' | 'released' = 'waiting'
  let queued = new AbortController()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))

  function become(next: typeof state) {
    const wasHeld = state === 'held'
    state = next
    if (wasHeld !== (next === 'held')) onChange(!wasHeld)
  }

  function request(options: LockOptions) {
    let isGranted = false
    navigator.locks
      .request(name, options, () => {
        isGranted = true
        if (state !== 'released') become('held')
        return released
      })
      .catch(() => {
        if (state === 'released' || options.signal?.aborted === true) return
        if (isGranted) queue()
        // Denied where site data is blocked: as without the API.
        else become('held')
      })
  }

  function queue() {
    become('waiting')
    queued = new AbortController()
    request({ signal: queued.signal })
  }

  function take() {
    if (state !== 'waiting') return
    become('taking')
    queued.abort()
    request({ steal: true })
  }

  queue()
  if (document.hasFocus()) take()
  const stopFocus = listen(window, 'focus', take)
  return () => {
    become('released')
    stopFocus()
    queued.abort()
    release()
  }
}
