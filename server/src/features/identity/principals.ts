import type { AuthProvider } from '@parley/protocol/customer'
import type { SessionMember } from '@parley/protocol/session'
import { timestamp } from '../../core/clock.ts'
import { joinName, splitName } from '../../core/person-name.ts'
import type { MemberPrincipal, WidgetContext, WidgetPrincipal } from '../../realtime/contexts.ts'
import type { MemberSession } from './member-sessions.ts'
import type { TokenMember } from './socket-token.ts'

/** The part of a customer's row that identity needs. */
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

/** A browser with a proven key, at a provider. */
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

/** Spec 5.2: an anonymous visitor, identified by the browser's key. */
export const visitorPrincipal = (key: ProvenKey, context: BrowserContext): WidgetPrincipal =>
  principal(key, context, `visitor:${key.jkt}`, null)

/** Spec 5.3: the member named by the organization's server, on any browser. */
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
    attributes: profile.attributes,
    ignored_claims: profile.ignored,
  })

/**
 * Spec 5.4: a member whose row was created by a sign-in that the service has verified itself. The session says nothing about
 * the profile, which may have changed since: the row is kept as it is.
 */
export const socialPrincipal = (
  key: ProvenKey,
  context: BrowserContext,
  row: KnownCustomer & { auth_provider: AuthProvider },
  session: MemberSession,
): WidgetPrincipal =>
  principal(key, context, row.identity, {
    auth_provider: row.auth_provider,
    external_id: row.external_id,
    first_name: null,
    last_name: null,
    email: null,
    email_verified: null,
    avatar_url: null,
    language: null,
    issued_at: session.signed_in_at,
    expires_at: session.expires_at,
    signed_with: null,
    attributes: null,
    ignored_claims: [],
  })

/** Returns the signed-in member for the chat window. The stored profile takes precedence over the sign-in's. */
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

/** Returns null when no language was chosen: the pre-chat form may ask for it (SPEC M15). */
export function languageOf(principal: WidgetPrincipal, row: KnownCustomer | undefined): string | null {
  if (row?.language_chosen) return row.language
  return principal.language_chosen ? principal.language : null
}
