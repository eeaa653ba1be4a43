import Type, { type Static } from 'typebox'
import {
  conditionPattern,
  filterField,
  filterFieldNames,
  maxConditionLength,
  type FilterTexts,
} from './conversation-filter.ts'
import { InboxView } from './conversation.ts'
import { inboxSorts, listSorts } from './conversation-order.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'
import { Visibility } from './visibility.ts'

/** Schema of each condition as text, as query parameters and in saved views. */
export const filterParameters = Object.fromEntries(
  filterFieldNames.map((field) => [
    field,
    Type.Optional(
      Type.String({ pattern: conditionPattern(filterField(field)), maxLength: maxConditionLength }),
    ),
  ]),
)

export const InboxSort = Type.Enum([...inboxSorts])
export const ListSort = Type.Enum([...listSorts])

export const FilterTextsSchema = Type.Unsafe<FilterTexts>(Type.Object(filterParameters, closed))

export const maxViewName = 60
/** Of the organization and its teams together: each agent's views are counted in one pass. */
export const maxSharedViews = 50
export const maxPersonalViews = 50

const Name = Type.String({ minLength: 1, maxLength: maxViewName, pattern: '\\S' })

/** A saved list of the inbox: a view, further conditions, and an order. */
const content = { view: InboxView, filter: FilterTextsSchema, sort: InboxSort }

export const SavedView = Type.Object(
  {
    id: Id,
    name: Type.String(),
    visibility: Visibility,
    ...content,
    /** The author; null once they have left. */
    agent_id: nullable(Id),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  closed,
)
export type SavedView = Static<typeof SavedView>

export const SavedViewInput = Type.Object({ name: Name, visibility: Visibility, ...content }, closed)
export type SavedViewInput = Static<typeof SavedViewInput>

export const SavedViewChange = Type.Partial(SavedViewInput)
export type SavedViewChange = Static<typeof SavedViewChange>

/** Counts stop here: the panel shows `99+`. */
export const maxViewCount = 100

export const ViewCounts = Type.Object(
  {
    data: Type.Array(
      Type.Object(
        {
          id: Id,
          /** null for views of closed conversations, which are a history and not work to do. */
          count: nullable(Type.Integer()),
        },
        closed,
      ),
    ),
  },
  closed,
)
export type ViewCounts = Static<typeof ViewCounts>
