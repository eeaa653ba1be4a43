/** How to display remaining seconds: minutes and seconds within the hour, text otherwise. */
export function countdownParts(left: number): 'now' | 'long' | { minutes: number; seconds: number } {
  if (!(left > 0)) return 'now'
  if (left >= 3_600) return 'long'
  return { minutes: Math.floor(left / 60), seconds: left % 60 }
}
