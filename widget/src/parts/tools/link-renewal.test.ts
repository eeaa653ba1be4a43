import type { WidgetSession } from '@parley/client/session/widget-session'
import { expect, test, vi } from 'vitest'
import { renewLinks } from './link-renewal.ts'

const hourMs = 3_600_000

/** A session with one attachment whose link expires at this time, for a service that is ahead of this computer. */
function sessionWith(expires: number, aheadMs: number) {
  const media = [
    { id: 'media', url: `https://support.example/a.png?_expiration=${Math.round(expires / 1_000)}` },
  ]
  const refreshLinks = vi.fn(async () => {})
  const session = {
    timeline: { get: () => ({ items: [{ kind: 'message', message: { media } }] }) },
    serverNow: () => Date.now() + aheadMs,
    refreshLinks,
  } as unknown as WidgetSession
  return { session, refreshLinks }
}

test.each([
  ['correct', 0],
  ['two hours ahead', -2 * hourMs],
  ['two hours behind', 2 * hourMs],
])('links are renewed shortly before they expire if this computer’s clock is %s', async (_title, aheadMs) => {
  const serverNow = Date.now() + aheadMs
  const valid = sessionWith(serverNow + hourMs, aheadMs)
  await renewLinks(valid.session)
  expect(valid.refreshLinks).not.toHaveBeenCalled()

  const expiring = sessionWith(serverNow + 240_000, aheadMs)
  await renewLinks(expiring.session)
  expect(expiring.refreshLinks).toHaveBeenCalledExactlyOnceWith(['media'])
})
