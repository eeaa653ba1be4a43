import type { InboxView } from '@parley/protocol/conversation'

/** The inbox list in the URL: organization, view and search text. */
export interface InboxLocation {
  organizationId: string
  view: InboxView
  q: string
}

/** Search parameters of a link within the same list. */
export const searchOf = ({ q }: Pick<InboxLocation, 'q'>): { q?: string } => (q === '' ? {} : { q })
