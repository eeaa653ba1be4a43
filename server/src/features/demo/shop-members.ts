import { createHmac, timingSafeEqual } from 'node:crypto'

/** Two members of the demo shop, who sign in without a password. */
export const shopMembers = [
  { id: 'kiln-1001', name: 'Mira Lindgren', email: 'mira@example.com', language: 'en' },
  { id: 'kiln-1002', name: 'Jonas Okafor', email: 'jonas@example.com', language: null },
] as const
export type ShopMember = (typeof shopMembers)[number]

export const findMember = (id: string): ShopMember | undefined => shopMembers.find((one) => one.id === id)

const cookieName = 'kiln_session'

/**
 * The shop's session: a signed cookie with the member's id. A real shop has its own sessions and only adds the token
 * endpoint for the chat.
 */
export function sessionCookie(member: ShopMember | null, key: string, secure: boolean): string {
  const value = member ? `${member.id}.${seal(member.id, key)}` : ''
  const attributes = `Path=/shop; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cookieName}=${value}; ${attributes}${member ? '' : '; Max-Age=0'}`
}

/** Returns the signed-in member; null: nobody. */
export function memberOf(cookies: string | undefined, key: string): ShopMember | null {
  for (const cookie of (cookies ?? '').split(';')) {
    const [name, value = ''] = cookie.trim().split('=', 2)
    const [id = '', mac = ''] = value.split('.', 2)
    const member = name === cookieName && isSealed(id, mac, key) ? findMember(id) : undefined
    if (member) return member
  }
  return null
}

const seal = (id: string, key: string) =>
  createHmac('sha256', key).update(`kiln session ${id}`).digest('base64url')

function isSealed(id: string, mac: string, key: string): boolean {
  const [expected, given] = [Buffer.from(seal(id, key)), Buffer.from(mac)]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/**
 * Socket token of spec 5.3. A real shop would call `signSocketToken` of the Node SDK.
 * @param now milliseconds since the epoch
 */
export function memberToken(
  member: ShopMember,
  { jkt, providerId, key, now }: { jkt: string; providerId: string; key: string; now: number },
): string {
  const iat = Math.floor(now / 1000)
  const { id, language, ...profile } = member
  const claims = {
    pid: providerId,
    uid: id,
    type: 'user',
    cnf: { jkt },
    ...profile,
    ...(language !== null && { language }),
    iat,
    exp: iat + 3600,
  }
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
