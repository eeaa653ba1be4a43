import type { AuthProvider } from '@parley/protocol/customer'
import type { SessionMember } from '@parley/protocol/session'
import { timestamp } from '../../core/clock.ts'
import { joinName, splitName } from '../../core/person-name.ts'
import type { MemberPrincipal, WidgetContext, WidgetPrincipal } from '../../realtime/contexts.ts'
import type { MemberSession } from './member-sessions.ts'
import type { TokenMember } from './socket-token.ts'

/** What the identity has to know of a customer's row. */
export interface KnownCustomer {
  id: string
  identity: string
  external_id: string
  auth_provider: AuthProvider | null
  first_name: string | null
  last_name: string | null
  email: string | null
  email_verified: boolean | null
  avatar_url: string | null
  language: string
  language_chosen: boolean
  deactivated_at: string | null
}

/** The browser whose key is proven, within a provider. */
export interface ProvenKey {
  organization_id: string
  provider_id: string
  jkt: string
}

type BrowserContext = Pick<WidgetContext, 'language' | 'countryCode'>

const principal = (
  { organization_id, provider_id, jkt }: ProvenKey,
  context: BrowserContext,
  identity: string,
  member: MemberPrincipal | null,
): WidgetPrincipal => ({
  organization_id,
  provider_id,
  jkt,
  identity,
  member,
  language: member?.language ?? context.language.tag,
  language_chosen: typeof member?.language === 'string' || context.language.chosen,
  country_code: context.countryCode,
})

/** Spec 5.2: anonymous, and the same as long as the browser keeps its key. */
export const visitorPrincipal = (key: ProvenKey, context: BrowserContext): WidgetPrincipal =>
  principal(key, context, `visitor:${key.jkt}`, null)

/** Spec 5.3: whoever the organization's server says, on whatever browser. */
export const customPrincipal = (
  key: ProvenKey,
  context: BrowserContext,
  { uid, profile, issuedAt, expiresAt, signedWith }: TokenMember,
): WidgetPrincipal =>
  principal(key, context, `custom:${uid}`, {
    auth_provider: 'custom',
    external_id: uid,
    ...(profile.name === null ? { first_name: null, last_name: null } : splitName(profile.name)),
    email: profile.email,
    email_verified: null,
    avatar_url: profile.avatar_url,
    language: profile.language,
    issued_at: issuedAt * 1000,
    expires_at: expiresAt * 1000,
    signed_with: signedWith,
    ignored_claims: profile.ignored,
  })

/** Spec 5.4: the row was made with the sign-in and says everything. */
export const socialPrincipal = (
  key: ProvenKey,
  context: BrowserContext,
  row: KnownCustomer & { auth_provider: AuthProvider },
  session: MemberSession,
): WidgetPrincipal =>
  principal(key, context, row.identity, {
    auth_provider: row.auth_provider,
    external_id: row.external_id,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    email_verified: row.email_verified,
    avatar_url: row.avatar_url,
    language: row.language_chosen ? row.language : null,
    issued_at: session.signed_in_at,
    expires_at: session.expires_at,
    signed_with: null,
    ignored_claims: [],
  })

/** Who is signed in, as the chat window shows it: what the row remembers where the sign-in says nothing. */
export function memberOf({ member }: WidgetPrincipal, row: KnownCustomer | undefined): SessionMember | null {
  if (!member) return null
  const known = row ?? member
  return {
    name: joinName(known),
    email: known.email,
    avatar_url: known.avatar_url,
    auth_provider: member.auth_provider,
    expires_at: member.expires_at === null ? null : timestamp(member.expires_at),
    ignored_claims: member.ignored_claims,
  }
}

/** null: nobody has said it, and the pre-chat sheet may ask (SPEC M15). */
export function languageOf(principal: WidgetPrincipal, row: KnownCustomer | undefined): string | null {
  if (row?.language_chosen) return row.language
  return principal.language_chosen ? principal.language : null
}
