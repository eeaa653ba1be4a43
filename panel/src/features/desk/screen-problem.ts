/**
 * Why the screen cannot be shared:
 *
 *   system   denied by the operating system, as macOS does until the browser may record the screen
 *   in_use   the system or another program prevents the capture
 *   other
 */
export type ScreenProblem = 'system' | 'in_use' | 'other'

/** Classifies an error of `getDisplayMedia`; null: the agent closed the dialog. */
export function screenProblemOf(error: unknown): ScreenProblem | null {
  // Browsers reject with errors only.
  const { name, message } = error as Error
  // Chromium's message. Firefox reports no screen instead.
  if (name === 'NotAllowedError') return /system/i.test(message) ? 'system' : null
  if (name === 'NotFoundError') return 'system'
  return name === 'NotReadableError' || name === 'AbortError' ? 'in_use' : 'other'
}
