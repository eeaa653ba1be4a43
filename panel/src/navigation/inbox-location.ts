import type { InboxView } from '@parley/protocol/conversation'

/** The inbox list in the URL: organization, view, search text and label. */
export interface InboxLocation {
  organizationId: string
  view: InboxView
  q: string
  /** Id of a label; '' = any. */
  label: string
}

/** Search parameters of a link within the same list. */
export const searchOf = ({
  q,
  label,
}: Pick<InboxLocation, 'q' | 'label'>): { q?: string; label?: string } => ({
  ...(q !== '' && { q }),
  ...(label !== '' && { label }),
})
