import Type, { type Static } from 'typebox'
import { AssignInput } from './conversation.ts'
import { closed, Id, idPattern, nullable, Timestamp } from './scalars.ts'
import { ConversationTeamInput } from './team.ts'
import { PriorityInput, SnoozeInput } from './triage.ts'

/** Maximum conversations per request, which take less than a second. */
export const maxBulk = 200

const change = <T extends string, P extends Type.TProperties>(type: T, properties: P) =>
  Type.Object({ type: Type.Literal(type), ...properties }, closed)

/** One change for all conversations, as in the routes of a single one. */
export const BulkChange = Type.Union([
  change('close', {}),
  change('reopen', {}),
  change('assign', AssignInput.properties),
  change('label', { label_id: Id }),
  change('unlabel', { label_id: Id }),
  change('priority', PriorityInput.properties),
  change('snooze', { until: SnoozeInput.properties.until }),
  change('unsnooze', {}),
  change('team', ConversationTeamInput.properties),
])
export type BulkChange = Static<typeof BulkChange>

export const BulkInput = Type.Object(
  {
    conversation_ids: Type.Array(Id, { minItems: 1, maxItems: maxBulk, uniqueItems: true }),
    change: BulkChange,
    /**
     * Of conversations that the agent has seen in a list, the time of the last message shown. `close` and `snooze`, which take a
     * conversation out of the list, are refused with `stale_view` if there is another one now. Optional; by default nothing is checked.
     */
    seen: Type.Optional(
      Type.Record(Type.String({ pattern: idPattern }), nullable(Timestamp), {
        ...closed,
        maxProperties: maxBulk,
      }),
    ),
  },
  closed,
)
export type BulkInput = Static<typeof BulkInput>

/** Result for one conversation. `unchanged`: it was already in the requested state. */
export const BulkItem = Type.Object(
  {
    id: Id,
    outcome: Type.Enum(['changed', 'unchanged', 'refused']),
    /** Error code that the route of a single conversation would return. */
    code: nullable(Type.String()),
  },
  closed,
)
export type BulkItem = Static<typeof BulkItem>

/** In the order of the request. */
export const BulkResult = Type.Object({ results: Type.Array(BulkItem) }, closed)
export type BulkResult = Static<typeof BulkResult>
