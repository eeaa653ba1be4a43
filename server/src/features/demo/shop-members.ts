import { createHmac, timingSafeEqual } from 'node:crypto'

/** Two members of the demo shop; whoever tries it may be either, without a password. */
export const shopMembers = [
  { id: 'kiln-1001', name: 'Mira Lindgren', email: 'mira@example.com', language: 'en' },
  { id: 'kiln-1002', name: 'Jonas Okafor', email: 'jonas@example.com', language: null },
] as const
export type ShopMember = (typeof shopMembers)[number]

export const findMember = (id: string): ShopMember | undefined => shopMembers.find((one) => one.id === id)

const cookieName = 'kiln_session'

/**
 * The shop's own sign-in: a cookie that says who it is, signed so that nobody writes one themselves. A real shop has
 * its sessions already; the chat takes part in them by the token endpoint alone.
 */
export function sessionCookie(member: ShopMember | null, key: string, secure: boolean): string {
  const value = member ? `${member.id}.${seal(member.id, key)}` : ''
  const attributes = `Path=/shop; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return `${cookieName}=${value}; ${attributes}${member ? '' : '; Max-Age=0'}`
}

/** Who has signed in, by the request's cookies; null: nobody. */
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
 * The socket token of spec 5.3, as `signSocketToken` of the Node SDK makes it, which a shop of yours would call.
 * @param now milliseconds
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
