import { createStore, type Store } from '../state/store.ts'
import type { MediaProblemCode } from './media-problem.ts'

/**
 * Permission to use the microphone, without which calls do not ring here. `unknown`: the browser does not report it before
 * a request; `prompt`: a request shows the prompt.
 */
export type MicrophonePermission = 'unknown' | 'prompt' | 'granted' | MediaProblemCode

export interface MicrophoneWatch {
  permission: Store<MicrophonePermission>
  /** Sets the result of a request. */
  set: (permission: MicrophonePermission) => void
  close: () => void
}

/** Watches the permission without a request, if the browser reports it, and follows changes in the browser's settings. */
export function watchMicrophone(onChange: () => void): MicrophoneWatch {
  const permission = createStore<MicrophonePermission>('unknown')
  let status: PermissionStatus | undefined
  let closed = false

  function set(next: MicrophonePermission) {
    if (closed || permission.get() === next) return
    permission.set(next)
    onChange()
  }
  const update = () => {
    if (status) set(status.state)
  }

  async function start() {
    const result = await navigator.permissions.query({ name: 'microphone' })
    // oxlint-disable-next-line typescript/no-unnecessary-condition -- it may have changed meanwhile
    if (closed) return
    status = result
    status.addEventListener('change', update)
    update()
  }
  start().catch(() => {
    // Not supported by this browser: a request shows the state.
  })

  return {
    permission,
    set,
    close() {
      closed = true
      status?.removeEventListener('change', update)
    },
  }
}
