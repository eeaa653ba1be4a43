import type { Translate } from '../messages/translate.ts'
import type { messages } from '../messages/en.ts'
import { m } from '../messages/keys.ts'

/** Text for the median response time, rounded up to minutes, hours or days. */
export function replyTime(seconds: number, t: Translate<typeof messages>): string {
  if (seconds <= 60) return t(m.repliesAtOnce)
  if (seconds <= 55 * 60) return t(m.repliesInMinutes, Math.ceil(seconds / 60))
  if (seconds <= 23 * 3_600) return t(m.repliesInHours, Math.ceil(seconds / 3_600))
  return t(m.repliesInDays, Math.ceil(seconds / 86_400))
}
