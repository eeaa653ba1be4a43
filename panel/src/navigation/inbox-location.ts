import type { InboxView } from '@parley/protocol/conversation'

/** Where in the inbox we are: what the address says besides the conversation. */
export interface InboxLocation {
  organizationId: string
  view: InboxView
  q: string
}

/** The `search` of a link that stays in this list. */
export const searchOf = ({ q }: Pick<InboxLocation, 'q'>): { q?: string } => (q === '' ? {} : { q })
