import type { SignInMember } from './sign-in.ts'

/** Customer row of a social member: one per (provider, social, subject), never merged by email (spec 2.8). */
export function newSocialMember(login: Parameters<SignInMember>[0]) {
  const { organizationId, providerId, social, profile, language, countryCode } = login
  const { subject, ...rest } = profile
  return {
    organization_id: organizationId,
    provider_id: providerId,
    identity: `${social}:${subject}`,
    language,
    language_chosen: false,
    country_code: countryCode,
    member: { ...rest, auth_provider: social, external_id: null, language: null },
  }
}

export type NewSocialMember = ReturnType<typeof newSocialMember>
