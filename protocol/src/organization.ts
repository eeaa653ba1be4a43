import Type, { type Static } from 'typebox'
import { closed, Id, Timestamp } from './scalars.ts'

/** The tenant: every row of Parley belongs to one. */
export const Organization = Type.Object({ id: Id, name: Type.String(), created_at: Timestamp }, closed)
export type Organization = Static<typeof Organization>

export const OrganizationInput = Type.Object(
  { name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }) },
  closed,
)
export type OrganizationInput = Static<typeof OrganizationInput>
