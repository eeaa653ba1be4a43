import Type, { type Static } from 'typebox'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

export const AuthProvider = Type.Enum(['custom', 'google', 'facebook', 'apple', 'github', 'x'])
export type AuthProvider = Static<typeof AuthProvider>

/** The social logins (spec 5.4), by the name that stands in their addresses. */
export const SocialProvider = Type.Enum(['google', 'facebook', 'apple', 'github', 'x'])
export type SocialProvider = Static<typeof SocialProvider>

/** The fields of customer.created, exactly (spec 2.1). */
export const CustomerRecord = Type.Object(
  {
    id: Id,
    provider_id: Id,
    external_id: Type.String(),
    first_name: nullable(Type.String()),
    last_name: nullable(Type.String()),
    username: nullable(Type.String()),
    email: nullable(Type.String()),
    phone: nullable(Type.String()),
    language: Type.String(),
    country_code: Type.String(),
    auth_provider: nullable(AuthProvider),
    created_at: Timestamp,
  },
  closed,
)
export type CustomerRecord = Static<typeof CustomerRecord>

/** Each changed field with its new value: the `changes` of customer.updated (spec 6, rule 4). */
export const CustomerChanges = Type.Partial(
  Type.Object(
    {
      first_name: nullable(Type.String()),
      last_name: nullable(Type.String()),
      username: nullable(Type.String()),
      email: nullable(Type.String()),
      phone: nullable(Type.String()),
      is_blocked: Type.Boolean(),
      deactivated_at: nullable(Timestamp),
      private_agent_id: nullable(Id),
    },
    closed,
  ),
  closed,
)
export type CustomerChanges = Static<typeof CustomerChanges>

/** A customer as agents see them. */
export const Customer = Type.Object(
  {
    ...CustomerRecord.properties,
    avatar_url: nullable(Type.String()),
    /** Whether the sign-in service vouches for `email`. null: nobody has said either. */
    email_verified: nullable(Type.Boolean()),
    is_blocked: Type.Boolean(),
    deactivated_at: nullable(Timestamp),
    private_agent_id: nullable(Id),
    /** End of this customer's log. */
    seq: Type.Integer(),
    last_seen_at: nullable(Timestamp),
    online: Type.Boolean(),
    conversation_count: Type.Integer(),
  },
  closed,
)
export type Customer = Static<typeof Customer>

const NamePart = nullable(Type.String({ maxLength: 100 }))

/** What an agent may change of a customer. */
export const CustomerInput = Type.Partial(
  Type.Object(
    {
      first_name: NamePart,
      last_name: NamePart,
      email: nullable(Type.String({ maxLength: 254, pattern: '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$' })),
      phone: nullable(Type.String({ maxLength: 40 })),
      is_blocked: Type.Boolean(),
      private_agent_id: nullable(Id),
    },
    closed,
  ),
  closed,
)
export type CustomerInput = Static<typeof CustomerInput>
