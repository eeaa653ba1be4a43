import Type, { type Static } from 'typebox'
import { closed } from './scalars.ts'

/** Counting stops here: the real number may be higher. */
export const countedMissedCalls = 100

/** Calls missed since an agent last opened the call list. */
export const MissedCalls = Type.Object(
  { count: Type.Integer({ minimum: 0, maximum: countedMissedCalls }) },
  closed,
)
export type MissedCalls = Static<typeof MissedCalls>
