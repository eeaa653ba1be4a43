import type { Page } from 'playwright-core'

/** Delays the page's animation frames, so that keys come before them. The returned function runs what was delayed. */
export async function holdFrames(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const { requestAnimationFrame: request } = window
    const callbacks: FrameRequestCallback[] = []
    // No handle of a real frame.
    window.requestAnimationFrame = (callback) => -callbacks.push(callback)
    return () => {
      window.requestAnimationFrame = request
      for (const callback of callbacks.splice(0)) callback(performance.now())
    }
  })
  return () => held.evaluate((release) => release())
}
