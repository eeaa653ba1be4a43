import { browserKind, type MediaProblemCode } from '@parley/client/calls/media-problem'
import type { CallKey } from './call-words.ts'

/** Browsers within apps: most give no microphone, and none has a place to allow it. */
const withinApp = /\bwv\)|FBA[NV]|Instagram|Line\/|MicroMessenger|GSA\//

/** What somebody without a microphone can do about it; each browser has its own place to give a refused one back. */
export function helpFor(code: MediaProblemCode, userAgent = navigator.userAgent): CallKey {
  if (code !== 'denied') return code
  if (withinApp.test(userAgent)) return 'insecure'
  const kind = browserKind()
  return kind === 'chrome_android' ? 'denied_chrome' : `denied_${kind}`
}
