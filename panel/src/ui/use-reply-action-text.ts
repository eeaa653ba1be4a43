import { useQuery } from '@tanstack/react-query'
import type { ReplyAction } from '@parley/protocol/canned-reply'
import { useMembership } from '../context/membership.tsx'
import { useTexts } from '../i18n/i18n.tsx'
import { useLocale } from '../i18n/use-locale.ts'
import { labelsQuery } from '../queries/label-queries.ts'
import { teamsQuery } from '../queries/team-queries.ts'
import { unitText } from '../time/unit-text.ts'
import type { NamedKind } from './references.ts'

/** An action of a canned reply as text; null: the label or team no longer exists. */
export function useReplyActionText() {
  const { inbox, sharing } = useTexts()
  const locale = useLocale()
  const { organization } = useMembership()
  const { data: labels } = useQuery(labelsQuery(organization.id))
  const { data: teams } = useQuery(teamsQuery(organization.id))

  return (action: ReplyAction): string | null => {
    switch (action.type) {
      case 'label': {
        // Not gone, but not loaded yet.
        if (labels === undefined) return sharing.actions.label('…')
        const label = labels.find(({ id, archived_at }) => id === action.label_id && archived_at === null)
        return label === undefined ? null : sharing.actions.label(label.name)
      }
      case 'team': {
        if (teams === undefined) return sharing.actions.team('…')
        const team = teams.find(({ id }) => id === action.team_id)
        return team === undefined ? null : sharing.actions.team(team.name)
      }
      case 'snooze':
        return action.minutes === null
          ? sharing.actions.snoozeUntilReply
          : sharing.actions.snooze(unitText(action.minutes, locale))
      default:
        return inbox.replies.actions[action.type]
    }
  }
}

/** What actions of a canned reply refer to although it does not exist any more. */
export function useGoneInActions(): (actions: readonly ReplyAction[]) => NamedKind[] {
  const textOf = useReplyActionText()
  return (actions) =>
    actions.flatMap((action) =>
      (action.type === 'label' || action.type === 'team') && textOf(action) === null ? [action.type] : [],
    )
}
