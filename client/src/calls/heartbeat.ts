import type { Platform } from '../browser/platform.ts'

export const tickMs = 500

/**
 * Ticks until it is cancelled. Intervals are measured by the clock, because timers of hidden pages are throttled.
 *
 * @param onTick `isDue`: whether an interval (ms) has passed since the last tick
 */
export function startHeartbeat(
  platform: Pick<Platform, 'now' | 'after'>,
  startedAt: number,
  onTick: (isDue: (intervalMs: number) => boolean) => void,
): () => void {
  let ticks = 0
  let cancel = platform.after(tickMs, tick)
  function tick() {
    cancel = platform.after(tickMs, tick)
    const before = ticks
    ticks = Math.max(ticks + 1, Math.round((platform.now() - startedAt) / tickMs))
    onTick((intervalMs) => ticks % (intervalMs / tickMs) < ticks - before)
  }
  return () => cancel()
}
