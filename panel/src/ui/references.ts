import {
  filterFieldNames,
  parseCondition,
  type FilterField,
  type FilterTexts,
} from '@parley/protocol/conversation-filter'

/** What settings refer to. A label counts as long as it can be added: labels are archived, not deleted. */
export type NamedKind = 'agent' | 'label' | 'provider' | 'team' | 'webhook'

export interface Reference {
  kind: NamedKind
  /** '': not chosen yet. */
  id: string
}

/** Everything that can be referred to; undefined: not loaded. */
export type NamedLists = { [Kind in NamedKind]?: readonly { id: string }[] | undefined }

/** Whether it is known that what a setting refers to does not exist any more. */
export function isGone(lists: NamedLists, { kind, id }: Reference): boolean {
  const list = lists[kind]
  return id !== '' && list !== undefined && list.every((each) => each.id !== id)
}

/** Archived labels stay on conversations, so that conditions on them are still met. */
const kinds: { [Field in FilterField]?: NamedKind } = {
  assignee: 'agent',
  team: 'team',
  provider: 'provider',
}
/** Values that are not ids. */
const isWord = (value: string): boolean => value === 'none' || value === 'me'

export interface GoneCondition {
  field: FilterField
  kind: NamedKind
}

/** The conditions that refer to something that does not exist any more. */
export const goneConditions = (lists: NamedLists, filter: FilterTexts): GoneCondition[] =>
  filterFieldNames.flatMap((field) => {
    const [kind, text] = [kinds[field], filter[field]]
    if (kind === undefined || text === undefined) return []
    const { is = [], is_not: isNot = [] } = parseCondition(field, text) ?? {}
    const gone = [...is, ...isNot].some((value) => !isWord(value) && isGone(lists, { kind, id: value }))
    return gone ? [{ field, kind }] : []
  })
