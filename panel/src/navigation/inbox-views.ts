import type { InboxView } from '@parley/protocol/conversation'

/** The schema in the protocol would bring all of TypeBox along; a view that is missing here does not compile. */
const all: Record<InboxView, true> = { mine: true, unassigned: true, open: true, closed: true }

export const isInboxView = (text: string): text is InboxView => Object.hasOwn(all, text)

/** In the order in which they are shown. */
export const inboxViews: InboxView[] = Object.keys(all).filter(isInboxView)
