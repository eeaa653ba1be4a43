import type { WidgetSession } from '@parley/client/session/widget-session'

/** Links expire after one hour (spec 2.3). They are renewed when less than this remains. */
const renewBeforeMs = 5 * 60_000
/** Limit of media.links. */
const batchSize = 50

/** Renews the expiring links of loaded attachments. Call it regularly while the chat is open. */
export async function renewLinks(session: WidgetSession): Promise<void> {
  const old = session.timeline
    .get()
    .items.flatMap((item) => (item.kind === 'message' ? item.message.media : []))
    .filter(({ url }) => expiryOf(url) - session.serverNow() < renewBeforeMs)
  for (let at = 0; at < old.length; at += batchSize) {
    await session.refreshLinks(old.slice(at, at + batchSize).map(({ id }) => id))
  }
}

/** Unix time in milliseconds; a link without a date does not expire. */
function expiryOf(url: string): number {
  const seconds = Number(/[?&]_expiration=(\d+)/.exec(url)?.[1])
  return seconds ? seconds * 1_000 : Infinity
}
