/**
 * Why the microphone or camera cannot be used:
 *
 *   insecure    the page was not loaded over HTTPS, or the browser has no media devices
 *   dismissed   the permission prompt was closed without an answer; another request prompts again
 *   denied      the user denied permission; the browser does not prompt again until the site setting is changed
 *   page        denied by the Permissions-Policy of the page or its frame; the user cannot change this
 *   system      denied by the operating system
 *   missing     no such device is connected
 *   in_use      used by another program, or the device failed to start
 *   ended       unplugged or revoked during the call
 */
export type MediaProblemCode =
  | 'insecure'
  | 'dismissed'
  | 'denied'
  | 'page'
  | 'system'
  | 'missing'
  | 'in_use'
  | 'ended'

export interface MediaProblem {
  device: 'microphone' | 'camera'
  code: MediaProblemCode
}

/** Whether the microphone may work once one is connected. */
export const isMicrophoneMissing = (problem: MediaProblem | null) =>
  problem?.device === 'microphone' && /ended|missing/.test(problem.code)

/** Classifies an error of `getUserMedia`. Refusals differ only in their messages; Chromium's are matched. */
export function problemOf(error: unknown, device: MediaProblem['device']): MediaProblem {
  // Browsers reject with errors only.
  return { device, code: codeOf(error as Error, device) }
}

function codeOf({ name, message }: Error, device: MediaProblem['device']): MediaProblemCode {
  if (name === 'NotAllowedError') {
    if (/dismiss/i.test(message)) return 'dismissed'
    if (/system/i.test(message)) return 'system'
    return isForbiddenByPage(device) ? 'page' : 'denied'
  }
  if (name === 'NotFoundError' || name === 'OverconstrainedError') return 'missing'
  if (name === 'NotReadableError' || name === 'AbortError') return 'in_use'
  // TypeError: without a secure context there is no `navigator.mediaDevices`.
  return name === 'SecurityError' ? 'page' : 'insecure'
}

interface WithPolicy {
  /** Chromium only. In other browsers a refusal by the page is reported as `denied`. */
  featurePolicy?: { allowsFeature: (name: string) => boolean }
}

const isForbiddenByPage = (device: MediaProblem['device']) =>
  (document as WithPolicy).featurePolicy?.allowsFeature(device) === false

/** Returns the permission state of the device; `unknown` if the browser does not report it. */
export async function permissionOf(device: MediaProblem['device']): Promise<PermissionState | 'unknown'> {
  try {
    return (await navigator.permissions.query({ name: device })).state
  } catch {
    return 'unknown'
  }
}
