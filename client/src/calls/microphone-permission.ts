import { createStore, type Store } from '../state/store.ts'
import type { MediaProblemCode } from './media-problem.ts'

/**
 * May this browser have the microphone? Only then it rings here. `unknown`: the browser does not say before it is asked;
 * `prompt`: it would ask.
 */
export type MicrophonePermission = 'unknown' | 'prompt' | 'granted' | MediaProblemCode

export interface MicrophoneWatch {
  permission: Store<MicrophonePermission>
  /** What came of asking. */
  known: (permission: MicrophonePermission) => void
  close: () => void
}

/** Knows it without asking, where the browser says, and when a person changes it in the browser's settings. */
export function watchMicrophone(onChange: () => void): MicrophoneWatch {
  const permission = createStore<MicrophonePermission>('unknown')
  let status: PermissionStatus | undefined
  let closed = false

  function known(next: MicrophonePermission) {
    if (closed || permission.get() === next) return
    permission.set(next)
    onChange()
  }
  const tell = () => {
    if (status) known(status.state)
  }

  async function begin() {
    const found = await navigator.permissions.query({ name: 'microphone' })
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may have changed meanwhile
    if (closed) return
    status = found
    status.addEventListener('change', tell)
    tell()
  }
  begin().catch(() => {
    // A browser that cannot say it: asking shows it.
  })

  return {
    permission,
    known,
    close() {
      closed = true
      status?.removeEventListener('change', tell)
    },
  }
}
