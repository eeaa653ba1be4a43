import { browserKind, type BrowserKind, type MediaProblemCode } from '@parley/client/calls/media-problem'
import type { CallKey } from './call-words.ts'

/** Where each browser has its own place to give a refused permission back. */
const deniedIn: Partial<Record<BrowserKind, CallKey>> = {
  chrome: 'deniedChrome',
  chrome_android: 'deniedChrome',
  firefox: 'deniedFirefox',
  safari: 'deniedSafari',
  safari_ios: 'deniedIos',
}

const help: Record<MediaProblemCode, CallKey> = {
  insecure: 'otherBrowser',
  dismissed: 'dismissed',
  denied: 'denied',
  page: 'forbidden',
  system: 'system',
  missing: 'missing',
  in_use: 'inUse',
  ended: 'unplugged',
}

/** Browsers within apps: most give no microphone, and none has a place to allow it. */
const withinApp = /\bwv\)|FBA[NV]|Instagram|Line\/|MicroMessenger|GSA\//

/** What somebody without a microphone can do about it. */
export function helpFor(code: MediaProblemCode, userAgent = navigator.userAgent): CallKey {
  if (withinApp.test(userAgent) && (code === 'denied' || code === 'system')) return 'otherBrowser'
  return (code === 'denied' && deniedIn[browserKind()]) || help[code]
}
