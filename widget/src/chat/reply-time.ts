import type { Words } from './words.ts'

/** A median first answer in words, rounded up to what one would say: minutes, then hours, then days. */
export function replyTime(seconds: number, words: Words): string {
  if (seconds <= 60) return words.say('repliesAtOnce')
  if (seconds <= 55 * 60) return words.say('repliesInMinutes', Math.ceil(seconds / 60))
  if (seconds <= 23 * 3_600) return words.say('repliesInHours', Math.ceil(seconds / 3_600))
  return words.say('repliesInDays', Math.ceil(seconds / 86_400))
}
