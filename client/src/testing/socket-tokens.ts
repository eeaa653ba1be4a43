/** Returns a socket token as a page's server creates it, with an unchecked signature. */
export function makeToken(
  uid: string,
  issuedAt: number,
  { lifetime = 3_600_000, ...claims }: { lifetime?: number; name?: string } = {},
): string {
  const iat = Math.floor(issuedAt / 1000)
  const payload = { uid, iat, exp: iat + lifetime / 1000, type: 'user', ...claims }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${part({ alg: 'HS256' })}.${part(payload)}.${part({ signed: iat })}`
}
