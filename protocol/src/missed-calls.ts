import Type, { type Static } from 'typebox'
import { closed } from './scalars.ts'

/** From this number on it is only told that there are so many at least. */
export const countedMissedCalls = 100

/** Calls that nobody answered since an agent last looked at the calls of their organization. */
export const MissedCalls = Type.Object(
  { count: Type.Integer({ minimum: 0, maximum: countedMissedCalls }) },
  closed,
)
export type MissedCalls = Static<typeof MissedCalls>
