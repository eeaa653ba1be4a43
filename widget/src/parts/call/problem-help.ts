import type { CallMediaView } from '@parley/client/calls/call-media'
import { browserKind, type MediaProblem, type MediaProblemCode } from '@parley/client/calls/media-problem'
import type { CallKey, T } from './call-messages.ts'
import { m } from './messages/keys.ts'

/** In-app browsers: most have no microphone access and no setting for it. */
const withinApp = /\bwv\)|FBA[NV]|Instagram|Line\/|MicroMessenger|GSA\//

/** Returns what to do about a missing microphone. Each browser has its own setting for a denied permission. */
export function problemKey(code: MediaProblemCode, userAgent = navigator.userAgent): CallKey {
  if (code !== 'denied') return problemTexts[code]
  return withinApp.test(userAgent) ? m.insecure : deniedTexts[browserKind()]
}

const problemTexts: Record<Exclude<MediaProblemCode, 'denied'>, CallKey> = {
  insecure: m.insecure,
  dismissed: m.dismissed,
  page: m.page,
  system: m.system,
  missing: m.missing,
  in_use: m.in_use,
  ended: m.ended,
}

const deniedTexts: Record<ReturnType<typeof browserKind>, CallKey> = {
  chrome: m.denied_chrome,
  chrome_android: m.denied_chrome,
  firefox: m.denied_firefox,
  safari: m.denied_safari,
  safari_ios: m.denied_safari_ios,
  other: m.denied_other,
}

export const problemText = (problem: MediaProblem | null, t: T) =>
  problem && t(problem.device === 'camera' ? m.noCamera : problemKey(problem.code))

/** Connection and device problems. Both are shown, because they are independent. */
export const connectionText = (
  { path, problem }: Pick<CallMediaView, 'path' | 'problem'>,
  isActive: boolean,
  t: T,
): string =>
  [isActive && path !== 'good' && t(path === 'weak' ? m.weak : m.lost), problemText(problem, t)]
    .filter(Boolean)
    .join(' ')
