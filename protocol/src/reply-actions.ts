import type { ReplyAction } from './canned-reply.ts'

/** In the order in which they run. Without imports, so that the panel does not bundle schemas. */
const replyActionTypes = [
  'label',
  'team',
  'assign_to_me',
  'snooze',
  'close',
] as const satisfies ReplyAction['type'][]

/** Labels are added one by one; of the other actions a reply has one of each type. */
export const keyOfAction = (action: ReplyAction): string =>
  action.type === 'label' ? `label ${action.label_id}` : action.type

/** The actions of one or more replies as they run: the first of each kind. Closing ends a snooze, so that one is left out. */
export function plannedActions(actions: readonly ReplyAction[]): ReplyAction[] {
  const closes = actions.some(({ type }) => type === 'close')
  const first = new Map(actions.toReversed().map((action) => [keyOfAction(action), action]))
  return actions
    .filter((action) => first.get(keyOfAction(action)) === action)
    .filter(({ type }) => type !== 'snooze' || !closes)
    .toSorted((a, b) => replyActionTypes.indexOf(a.type) - replyActionTypes.indexOf(b.type))
}
