import { createHmac } from 'node:crypto'

/** A user who is signed in on your site. */
export interface SocketUser {
  /** Your id of this user. It must never change or be reused for another person. Numbers are sent as strings. */
  id: string | number | bigint
  name?: string | null
  email?: string | null
  /** https URL of a picture. */
  avatar?: string | null
  /** Preferred language, `de` or `pt-BR`: the chat then does not ask. */
  language?: string | null
  /**
   * What agents should know about this user, shown as confirmed by your login: at most 20 values, with names like `total_orders`
   * and texts of up to 200 characters. They replace those of earlier tokens; without them, those stay.
   */
  attributes?: Record<string, string | number | boolean> | null
}

export interface SocketTokenOptions {
  /** `prv_sk_...` of the widget, from the panel. It stays on your server. */
  secretKey: string
  /** The widget's id: the one in your page's snippet. */
  providerId: string
  /** The value passed to `getToken` in the browser. The token works only in that browser. */
  jkt: string
  user: SocketUser
  /** Lifetime in seconds. Default and maximum: 3600. */
  expiresIn?: number
}

const maxLifetimeSeconds = 3600

/**
 * Returns the socket token that signs a member in to the chat: a JWT, HS256, bound to one browser by its `jkt`.
 * @throws {TypeError} if an option is missing or invalid. The message never contains the values of your options.
 */
export function signSocketToken({
  secretKey,
  providerId,
  jkt,
  user,
  expiresIn = maxLifetimeSeconds,
}: SocketTokenOptions): string {
  const key = requireText(secretKey, 'secretKey')
  if (!isJkt(jkt)) throw new TypeError('jkt must be the text that getToken received, 43 characters.')
  if (!Number.isInteger(expiresIn) || expiresIn < 1 || expiresIn > maxLifetimeSeconds)
    throw new TypeError(`expiresIn must be a whole number of seconds, at most ${maxLifetimeSeconds}.`)
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    pid: requireText(providerId, 'providerId'),
    uid: userId(user),
    type: 'user',
    cnf: { jkt },
    name: user.name ?? undefined,
    email: user.email ?? undefined,
    avatar: user.avatar ?? undefined,
    language: user.language ?? undefined,
    attributes: user.attributes ?? undefined,
    iat,
    exp: iat + expiresIn,
  }
  const signed = `${header}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

/** Whether this is a valid `jkt`: a SHA-256 in base64url. */
export const isJkt = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w-]{43}$/.test(value)

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const header = encode({ alg: 'HS256', typ: 'JWT' })

/** A missing setting would sign with the empty key, which anyone can do. */
export function requireText(value: unknown, name: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value.trim()
  throw new TypeError(`${name} is missing: is the environment variable set?`)
}

function userId(user: SocketUser): string {
  const id = typeof user?.id === 'string' ? user.id : numericId(user?.id)
  if (id.trim() === '' || id.length > 255) throw new TypeError('user.id must have 1 to 255 characters.')
  return id
}

function numericId(id: unknown): string {
  if (typeof id === 'bigint' || (typeof id === 'number' && Number.isSafeInteger(id))) return String(id)
  throw new TypeError('user.id must be text, or a whole number that JavaScript can hold exactly.')
}
