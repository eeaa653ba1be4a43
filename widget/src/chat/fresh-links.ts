import type { WidgetSession } from '@parley/client/session/widget-session'

/** Links live one hour (spec 2.3). They are renewed when less than this is left, so that a click never meets an old one. */
const reserve = 5 * 60_000
/** As many as media.links takes at once. */
const batch = 50

/** Renews the links of the attachments that are shown. To be called now and then while the chat is open. */
export async function renewLinks(session: WidgetSession, now: number): Promise<void> {
  const old = session.timeline
    .get()
    .items.flatMap((item) => (item.kind === 'message' ? item.message.media : []))
    .filter(({ url }) => expiryOf(url) - now < reserve)
  for (let at = 0; at < old.length; at += batch) {
    await session.refreshLinks(old.slice(at, at + batch).map(({ id }) => id))
  }
}

/** Milliseconds of the clock; a link without a date never runs out. */
function expiryOf(url: string): number {
  const seconds = Number(/[?&]_expiration=(\d+)/.exec(url)?.[1])
  return seconds ? seconds * 1_000 : Infinity
}
