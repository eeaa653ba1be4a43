import type { InboxView } from '@parley/protocol/conversation'

/** A record instead of the protocol's schema, which would bundle TypeBox; a missing view does not compile. */
const all: Record<InboxView, true> = {
  mine: true,
  unassigned: true,
  open: true,
  closed: true,
  snoozed: true,
}

export const isInboxView = (text: string): text is InboxView => Object.hasOwn(all, text)

/** In display order. */
export const inboxViews: InboxView[] = Object.keys(all).filter(isInboxView)
