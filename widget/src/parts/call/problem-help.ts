import type { CallMediaView } from '@parley/client/calls/call-media'
import { browserKind, type MediaProblem, type MediaProblemCode } from '@parley/client/calls/media-problem'
import type { CallKey, Say } from './call-words.ts'

/** Browsers within apps: most give no microphone, and none has a place to allow it. */
const withinApp = /\bwv\)|FBA[NV]|Instagram|Line\/|MicroMessenger|GSA\//

/** What somebody without a microphone can do about it; each browser has its own place to give a refused one back. */
export function helpFor(code: MediaProblemCode, userAgent = navigator.userAgent): CallKey {
  if (code !== 'denied') return code
  if (withinApp.test(userAgent)) return 'insecure'
  const kind = browserKind()
  return kind === 'chrome_android' ? 'denied_chrome' : `denied_${kind}`
}

export const sayProblem = (problem: MediaProblem | null, say: Say) =>
  problem && say(problem.device === 'camera' ? 'noCamera' : helpFor(problem.code))

/** What does not go well. A camera fails without the connection, and the other way round: neither hides the other. */
export const sayTrouble = (
  { path, problem }: Pick<CallMediaView, 'path' | 'problem'>,
  isActive: boolean,
  say: Say,
): string => [isActive && path !== 'good' && say(path), sayProblem(problem, say)].filter(Boolean).join(' ')
