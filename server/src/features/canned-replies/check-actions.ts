import type { ReplyAction } from '@parley/protocol/canned-reply'
import { AppError } from '../../core/app-error.ts'

/** Labels and teams that actions may refer to, within an organization. */
export interface ActionReferences {
  /** Labels that are not archived. */
  usableLabels: (organizationId: string) => Promise<ReadonlySet<string>>
  teams: (organizationId: string) => Promise<ReadonlySet<string>>
}

/**
 * Returns whether an action names something of the organization. Reads everything that these actions may name, at most once.
 */
export async function knownActions(
  { usableLabels, teams }: ActionReferences,
  organizationId: string,
  actions: readonly ReplyAction[],
): Promise<(action: ReplyAction) => boolean> {
  const have = (type: ReplyAction['type']) => actions.some((action) => action.type === type)
  const [labelIds, teamIds] = await Promise.all([
    have('label') ? usableLabels(organizationId) : new Set<string>(),
    have('team') ? teams(organizationId) : new Set<string>(),
  ])
  return (action) =>
    (action.type !== 'label' || labelIds.has(action.label_id)) &&
    (action.type !== 'team' || teamIds.has(action.team_id))
}

/**
 * @param kept actions that the reply has already: they may name a label that was archived or a team that was deleted since
 * @throws AppError canned_reply_action_unknown
 */
export async function checkActions(
  references: ActionReferences,
  organizationId: string,
  actions: readonly ReplyAction[],
  kept: readonly ReplyAction[] = [],
): Promise<void> {
  const known = new Set(kept.map((action) => JSON.stringify(action)))
  const isKnown = await knownActions(references, organizationId, actions)
  for (const [index, action] of actions.entries())
    if (!isKnown(action) && !known.has(JSON.stringify(action)))
      throw new AppError('canned_reply_action_unknown', { pointer: `/body/actions/${index}` })
}
