import type { Platform } from '../browser/platform.ts'

/** Held by the page that runs a call: a duplicated tab has the same saved call. */
export interface CallLock {
  /**
   * Takes the lock of the call, unless this page has it. Resolves with false if another page still holds it after 500 ms.
   * Always true without Web Locks.
   */
  take: (id: string) => Promise<boolean>
  release: () => void
}

/** Long enough for a reloaded page to release it. */
const lockTimeoutMs = 500

/** @param prefix tells the sides of a call apart, which may use the same browser */
export function createCallLock(platform: Platform, prefix: string): CallLock {
  let wantedId: string | null = null
  let free = () => {}

  function release() {
    wantedId = null
    free()
    removeEventListener('pagehide', release)
  }

  return {
    take: (id) =>
      new Promise((resolve) => {
        if (wantedId === id) return resolve(true)
        wantedId = id
        const cancel = platform.after(lockTimeoutMs, () => resolve(false))
        void platform.exclusively(prefix + id, async () => {
          cancel()
          resolve(true)
          if (wantedId !== id) return
          await new Promise<void>((done) => {
            free = done
            // A page that is kept for the back button would keep it, too. Its next view of the call takes it again.
            addEventListener('pagehide', release)
          })
        })
      }),
    release,
  }
}
