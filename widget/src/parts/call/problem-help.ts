import type { CallMediaView } from '@parley/client/calls/call-media'
import { browserKind, type MediaProblem, type MediaProblemCode } from '@parley/client/calls/media-problem'
import type { CallKey, T } from './call-messages.ts'
import { m } from './messages/keys.ts'

/** Browsers within apps: most give no microphone, and none has a place to allow it. */
const withinApp = /\bwv\)|FBA[NV]|Instagram|Line\/|MicroMessenger|GSA\//

/** What somebody without a microphone can do about it; each browser has its own place to give a refused one back. */
export function helpFor(code: MediaProblemCode, userAgent = navigator.userAgent): CallKey {
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

export const sayProblem = (problem: MediaProblem | null, t: T) =>
  problem && t(problem.device === 'camera' ? m.noCamera : helpFor(problem.code))

/** What does not go well. A camera fails without the connection, and the other way round: neither hides the other. */
export const sayTrouble = (
  { path, problem }: Pick<CallMediaView, 'path' | 'problem'>,
  isActive: boolean,
  t: T,
): string =>
  [isActive && path !== 'good' && t(path === 'weak' ? m.weak : m.lost), sayProblem(problem, t)]
    .filter(Boolean)
    .join(' ')
