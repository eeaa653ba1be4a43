import type { Page } from 'playwright-core'

export interface HeldRequest {
  /** Resolves when the page has sent it. */
  asked: Promise<unknown>
  /** Lets it pass; resolves when the page has the response. */
  release(): Promise<void>
}

/** Delays requests of this method until they are released. */
export async function holdRequest(page: Page, method: string, path: RegExp): Promise<HeldRequest> {
  const released = Promise.withResolvers<void>()
  const isHeld = (request: { method(): string; url(): string }) =>
    request.method() === method && path.test(request.url())
  await page.route(path, async (route) => {
    if (isHeld(route.request())) await released.promise
    await route.continue()
  })
  return {
    asked: page.waitForRequest(isHeld),
    async release() {
      const response = page.waitForResponse((each) => isHeld(each.request()))
      released.resolve()
      await (await response).finished()
    },
  }
}
