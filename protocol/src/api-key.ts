import Type, { type Static } from 'typebox'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

/** What a program can do with an API key. */
export const apiScopes = [
  'webhooks:read',
  'webhooks:write',
  'deliveries:read',
  'deliveries:resend',
  'calls:read',
  'conversations:read',
  'conversations:write',
  'customers:read',
  'messages:read',
  'messages:write',
  'notes:read',
  'notes:write',
  'canned_replies:read',
  'canned_replies:write',
  'labels:read',
  'labels:write',
  'agents:read',
  'teams:read',
  'teams:write',
  'ratings:read',
  'reports:read',
  'sla:read',
] as const
export const ApiScope = Type.Enum([...apiScopes])
export type ApiScope = Static<typeof ApiScope>

const Name = Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' })
const Scopes = Type.Array(ApiScope, { minItems: 1, maxItems: apiScopes.length, uniqueItems: true })

/** A key for an organization's programs: `Authorization: Bearer plk_...`. Only its hash is stored. */
export const ApiKey = Type.Object(
  {
    id: Id,
    name: Type.String(),
    scopes: Type.Array(ApiScope),
    /** The first characters, to tell keys apart: `plk_3fA9`. */
    hint: Type.String(),
    /** Accurate to the minute; null: never used. */
    last_used_at: nullable(Timestamp),
    created_at: Timestamp,
  },
  closed,
)
export type ApiKey = Static<typeof ApiKey>

export const ApiKeyInput = Type.Object({ name: Name, scopes: Scopes }, closed)
export type ApiKeyInput = Static<typeof ApiKeyInput>

/** Returned once, when the key is created. It cannot be shown again. */
export const NewApiKey = Type.Object({ ...ApiKey.properties, key: Type.String() }, closed)
export type NewApiKey = Static<typeof NewApiKey>
