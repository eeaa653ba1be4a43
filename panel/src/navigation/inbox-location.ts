import type { InboxView } from '@parley/protocol/conversation'

/** The inbox list in the URL: organization, view, search text, label and team. */
export interface InboxLocation {
  organizationId: string
  view: InboxView
  q: string
  /** Id of a label; '' = any. */
  label: string
  /** Id of a team; '' = any. */
  team: string
}

/** Search parameters of a link within the same list. */
export const searchOf = ({
  q,
  label,
  team,
}: Pick<InboxLocation, 'q' | 'label' | 'team'>): { q?: string; label?: string; team?: string } => ({
  ...(q !== '' && { q }),
  ...(label !== '' && { label }),
  ...(team !== '' && { team }),
})
