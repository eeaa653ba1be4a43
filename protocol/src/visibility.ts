import Type, { type Static } from 'typebox'
import { closed, Id } from './scalars.ts'

/** Who sees a saved view or a canned reply: everyone, the members of a team and admins, or only its author. */
export const Visibility = Type.Union([
  Type.Object({ type: Type.Literal('organization') }, closed),
  Type.Object({ type: Type.Literal('team'), team_id: Id }, closed),
  Type.Object({ type: Type.Literal('personal') }, closed),
])
export type Visibility = Static<typeof Visibility>

export const visibilities = ['organization', 'team', 'personal'] as const satisfies Visibility['type'][]
