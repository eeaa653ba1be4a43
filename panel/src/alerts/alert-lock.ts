import { listen } from '@parley/client/browser/listen'

/** Held by the one tab of an organization that alerts: the last one in use, or another when it closes. */
export interface AlertLock {
  isHeld: () => boolean
  release: () => void
}

/**
 * Only the tab in use knows which conversation the agent is reading, and may play sound, so it takes the lock when it
 * gets focus. Tabs of other organizations have their own lock, because they receive other messages.
 */
export function acquireAlertLock(organizationId: string): AlertLock {
  // Without the Web Locks API (old browsers, insecure pages) every tab alerts.
  if (!('locks' in navigator)) return { isHeld: () => true, release: () => undefined }
  const name = `parley-alerts ${organizationId}`
  let state: 'waiting' | 'taking' | 'held' | 'released' = 'waiting'
  let queued = new AbortController()
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))

  function request(options: LockOptions) {
    let isGranted = false
    navigator.locks
      .request(name, options, () => {
        isGranted = true
        if (state !== 'released') state = 'held'
        return released
      })
      .catch(() => {
        if (state === 'released' || options.signal?.aborted === true) return
        if (isGranted) queue()
        // Denied where site data is blocked: as without the API.
        else state = 'held'
      })
  }

  function queue() {
    state = 'waiting'
    queued = new AbortController()
    request({ signal: queued.signal })
  }

  function take() {
    if (state !== 'waiting') return
    state = 'taking'
    queued.abort()
    request({ steal: true })
  }

  queue()
  if (document.hasFocus()) take()
  const stopFocus = listen(window, 'focus', take)
  return {
    isHeld: () => state === 'held',
    release() {
      state = 'released'
      stopFocus()
      queued.abort()
      release()
    },
  }
}
