import type { LoginProfile } from '@parley/protocol/social-login'
import { createHmac } from 'node:crypto'
import { emailText, pictureUrl, plainText, splitName } from './profile-text.ts'

/** What a reader of profiles may ask with. */
export interface ProfileSource {
  /** Of the checked id_token; empty for services that give none. */
  claims: Record<string, unknown>
  accessToken: string
  /** The application's shared secret; empty for Apple. */
  secret: string
  /** Apple's `user` of the first consent, unsigned: only a name is read from it. */
  consent: unknown
  /** GET below the service's API, with the access token as bearer. @throws when it is not answered with 200 and JSON */
  get: (path: string) => Promise<unknown>
}

/** Without `subject` the service has not said who it is: the sign-in fails. */
export type ReadProfile = (source: ProfileSource) => Promise<LoginProfile> | LoginProfile

export function readGoogle({ claims }: ProfileSource): LoginProfile {
  const email = emailText(claims['email'])
  return {
    subject: subjectOf(claims['sub']),
    ...named(claims['given_name'], claims['family_name'], claims['name']),
    username: null,
    email,
    email_verified: email === null ? null : claims['email_verified'] === true,
    avatar_url: pictureUrl(claims['picture']),
  }
}

/** The name comes on the first consent only, beside the id_token; `email_verified` may be text. */
export function readApple({ claims, consent }: ProfileSource): LoginProfile {
  const email = emailText(claims['email'])
  const verified = claims['email_verified']
  const { firstName, lastName } = members(members(consent)['name'])
  return {
    subject: subjectOf(claims['sub']),
    ...named(firstName, lastName, null),
    username: null,
    email,
    email_verified: email === null ? null : verified === true || verified === 'true',
    avatar_url: null,
  }
}

/** Facebook does not say whether an e-mail is verified, and many accounts have none. */
export async function readFacebook({ accessToken, secret, get }: ProfileSource): Promise<LoginProfile> {
  const proof = createHmac('sha256', secret).update(accessToken).digest('hex')
  const fields = 'id,first_name,last_name,name,email,picture.width(200).height(200)'
  const me = members(await get(`/me?${String(new URLSearchParams({ fields, appsecret_proof: proof }))}`))
  const picture = members(members(me['picture'])['data'])
  return {
    subject: subjectOf(me['id']),
    ...named(me['first_name'], me['last_name'], me['name']),
    username: null,
    email: emailText(me['email']),
    email_verified: null,
    avatar_url: picture['is_silhouette'] === true ? null : pictureUrl(picture['url']),
  }
}

/** The public e-mail of a profile is only a text: who owns the account is asked for separately. */
export async function readGithub({ get }: ProfileSource): Promise<LoginProfile> {
  const user = members(await get('/user'))
  const emails = await get('/user/emails')
  const primary = (Array.isArray(emails) ? emails : [])
    .map(members)
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
  const answer = members(await get('/users/me?user.fields=id,name,username,profile_image_url'))
  const user = members(answer['data'])
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

/** GitHub's are numbers. Never cut: half an id would be somebody else's. */
function subjectOf(value: unknown): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(text))
    throw new Error('The profile has no usable id')
  return text
}

function named(
  first: unknown,
  last: unknown,
  whole: unknown,
): Pick<LoginProfile, 'first_name' | 'last_name'> {
  const parts = { first_name: plainText(first, 100), last_name: plainText(last, 100) }
  return parts.first_name === null && parts.last_name === null ? splitName(whole) : parts
}

const members = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
