import { browserKind, type BrowserKind } from '@parley/client/calls/browser-kind'
import type { MediaProblemCode } from '@parley/client/calls/media-problem'
import type { HelpKey } from './help-messages.ts'
import { m } from './messages/keys.ts'

/** A missing microphone or camera, or a call without a connection. */
export type HelpTopic = MediaProblemCode | 'camera' | 'media_failed'

/** Whether another attempt on this page can succeed. */
export const canRetry = (topic: HelpTopic): boolean => ![m.page, m.insecure].includes(helpKey(topic))

/** In-app browsers: most have no microphone access and no setting for it. */
const withinApp = /\bwv\)|FBA[NV]|Instagram|Line\/|MicroMessenger|GSA\//

/** Each browser has its own setting for a denied permission. */
export function helpKey(topic: HelpTopic, userAgent = navigator.userAgent): HelpKey {
  if (topic !== 'denied') return topicTexts[topic]
  return withinApp.test(userAgent) ? m.insecure : deniedTexts[browserKind()]
}

const topicTexts: Record<Exclude<HelpTopic, 'denied'>, HelpKey> = {
  insecure: m.insecure,
  dismissed: m.dismissed,
  page: m.page,
  system: m.system,
  missing: m.missing,
  in_use: m.in_use,
  ended: m.ended,
  camera: m.camera,
  media_failed: m.media_failed,
}

const deniedTexts: Record<BrowserKind, HelpKey> = {
  chrome: m.denied_chrome,
  chrome_android: m.denied_chrome,
  firefox: m.denied_firefox,
  safari: m.denied_safari,
  safari_ios: m.denied_safari_ios,
  other: m.denied_other,
}
