import type { Page } from 'playwright-core'

export interface HeldRequest {
  /** Resolves when the page has sent it. */
  asked: Promise<unknown>
  /** Lets it pass, or answers it with this problem; resolves when the page has the response. */
  release(problem?: { status: number; code: string }): Promise<void>
}

/** Delays requests of this method until they are released. */
export async function holdRequest(page: Page, method: string, path: RegExp): Promise<HeldRequest> {
  const released = Promise.withResolvers<{ status: number; code: string } | undefined>()
  const isHeld = (request: { method(): string; url(): string }) =>
    request.method() === method && path.test(request.url())
  await page.route(path, async (route) => {
    const problem = isHeld(route.request()) ? await released.promise : undefined
    if (problem === undefined) await route.continue()
    else await route.fulfill({ status: problem.status, json: problem })
  })
  return {
    asked: page.waitForRequest(isHeld),
    async release(problem) {
      const response = page.waitForResponse((each) => isHeld(each.request()))
      released.resolve(problem)
      await (await response).finished()
    },
  }
}
