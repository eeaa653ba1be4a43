/**
 * Why there is no microphone or camera:
 *
 *   insecure    the page did not come over HTTPS, or the browser has no such thing
 *   dismissed   the browser's question was closed without an answer: asking again asks again
 *   denied      the person has refused; the browser does not ask again until its setting for this site is changed
 *   page        the page's frame or its Permissions-Policy forbids it: nothing that the person can change
 *   system      the operating system keeps it from the browser
 *   missing     no such device is plugged in
 *   in_use      another program holds it, or the device does not start
 *   ended       it worked, and was unplugged or taken away in the call
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

/** What an error of `getUserMedia` says. Browsers tell refusals apart only by their words; Chromium's are known here. */
export function problemOf(error: unknown, device: MediaProblem['device']): MediaProblem {
  return { device, code: codeOf(error instanceof Error ? error : new Error(), device) }
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
  /** Chromium only; elsewhere a refusal by the page looks like one by the person. */
  featurePolicy?: { allowsFeature: (name: string) => boolean }
}

const isForbiddenByPage = (device: MediaProblem['device']) =>
  (document as WithPolicy).featurePolicy?.allowsFeature(device) === false

/** Whether the browser would give the device without asking; `unknown` where it does not say. */
export async function permissionOf(device: MediaProblem['device']): Promise<PermissionState | 'unknown'> {
  try {
    return (await navigator.permissions.query({ name: device })).state
  } catch {
    return 'unknown'
  }
}
