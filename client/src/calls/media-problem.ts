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

/** Each has its own place where a refused permission is given back. */
export type BrowserKind = 'chrome' | 'chrome_android' | 'firefox' | 'safari' | 'safari_ios' | 'other'
