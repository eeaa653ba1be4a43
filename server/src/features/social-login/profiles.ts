import type { LoginProfile } from '@parley/protocol/social-login'
import { createHmac } from 'node:crypto'
import { emailText, pictureUrl, plainText, splitName } from './profile-text.ts'

/** Input of a profile reader. */
export interface ProfileSource {
  /** Claims of the verified id_token; empty for services without one. */
  claims: Record<string, unknown>
  accessToken: string
  /** The application's shared secret; empty for Apple. */
  secret: string
  /** Apple's `user` parameter, sent on the first consent only. Unsigned, so only the name is read from it. */
  consent: unknown
  /** GET on the service's API with the access token. @throws unless the response is 2xx with JSON */
  get: (path: string) => Promise<unknown>
}

/** @throws when the profile has no usable subject */
export type ReadProfile = (source: ProfileSource) => Promise<LoginProfile> | LoginProfile

export function readGoogle({ claims }: ProfileSource): LoginProfile {
  const email = emailText(claims['email'])
  return {
    subject: subjectOf(claims['sub']),
    ...nameFields(claims['given_name'], claims['family_name'], claims['name']),
    username: null,
    email,
    email_verified: email === null ? null : claims['email_verified'] === true,
    avatar_url: pictureUrl(claims['picture']),
  }
}

/** The name is sent on the first consent only, outside the id_token; `email_verified` may be a string. */
export function readApple({ claims, consent }: ProfileSource): LoginProfile {
  const email = emailText(claims['email'])
  const verified = claims['email_verified']
  const { firstName, lastName } = asRecord(asRecord(consent)['name'])
  return {
    subject: subjectOf(claims['sub']),
    ...nameFields(firstName, lastName, null),
    username: null,
    email,
    email_verified: email === null ? null : verified === true || verified === 'true',
    avatar_url: null,
  }
}

/** Facebook does not report whether an email is verified, and many accounts have none. */
export async function readFacebook({ accessToken, secret, get }: ProfileSource): Promise<LoginProfile> {
  const proof = createHmac('sha256', secret).update(accessToken).digest('hex')
  const fields = 'id,first_name,last_name,name,email,picture.width(200).height(200)'
  const me = asRecord(await get(`/me?${String(new URLSearchParams({ fields, appsecret_proof: proof }))}`))
  const picture = asRecord(asRecord(me['picture'])['data'])
  return {
    subject: subjectOf(me['id']),
    ...nameFields(me['first_name'], me['last_name'], me['name']),
    username: null,
    email: emailText(me['email']),
    email_verified: null,
    avatar_url: picture['is_silhouette'] === true ? null : pictureUrl(picture['url']),
  }
}

/** The public email of a profile is unverified, so the primary verified address is read from `/user/emails`. */
export async function readGithub({ get }: ProfileSource): Promise<LoginProfile> {
  const user = asRecord(await get('/user'))
  const emails = await get('/user/emails')
  const primary = (Array.isArray(emails) ? emails : [])
    .map(asRecord)
    .find((one) => one['primary'] === true && one['verified'] === true)
  const email = emailText(primary?.['email'])
  return {
    subject: subjectOf(user['id']),
    ...splitName(user['name']),
    username: plainText(user['login'], 100),
    email,
    email_verified: email === null ? null : true,
    avatar_url: pictureUrl(user['avatar_url']),
  }
}

export async function readX({ get }: ProfileSource): Promise<LoginProfile> {
  const answer = asRecord(await get('/users/me?user.fields=id,name,username,profile_image_url'))
  const user = asRecord(answer['data'])
  const picture = user['profile_image_url']
  return {
    subject: subjectOf(user['id']),
    ...splitName(user['name']),
    username: plainText(user['username'], 100),
    email: null,
    email_verified: null,
    // Documented sizes: _normal has 48 px, _bigger 73.
    avatar_url: pictureUrl(
      typeof picture === 'string' ? picture.replace(/_normal(?=\.\w+$)/, '_bigger') : null,
    ),
  }
}

/** GitHub ids are numbers. Ids are rejected rather than truncated, because a truncated id could match another account. */
function subjectOf(value: unknown): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(text))
    throw new Error('The profile has no usable id')
  return text
}

function nameFields(
  first: unknown,
  last: unknown,
  whole: unknown,
): Pick<LoginProfile, 'first_name' | 'last_name'> {
  const parts = { first_name: plainText(first, 100), last_name: plainText(last, 100) }
  return parts.first_name === null && parts.last_name === null ? splitName(whole) : parts
}

export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
