import type { ProviderSecret } from '@parley/protocol/provider'
import { createHash, createHmac, generateKeyPairSync, randomUUID, sign, type KeyObject } from 'node:crypto'
import type { DemoAccess } from '../chat/product.ts'

/** A browser with its key, and the token that the organization's server signed for it. */
export interface Member {
  token: string
  /** The proof for a nonce: everything except nonce and signature is precomputed. */
  prove(nonce: string): string
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url')

/** Different key and user for each, as after a restart of the service. */
export async function makeMembers(server: DemoAccess, count: number): Promise<Member[]> {
  const path = `/v1/organizations/${server.organizationId}/providers/${server.providerId}/secret`
  const answer = await fetch(server.base + path, { headers: { cookie: server.cookie } })
  const { secret_key: secretKey } = (await answer.json()) as ProviderSecret
  return Array.from({ length: count }, (_, index) => makeMember(server, secretKey, `user-${index}`))
}

function makeMember(server: DemoAccess, secretKey: string, uid: string): Member {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x, y } = publicKey.export({ format: 'jwk' }) as { x: string; y: string }
  const jkt = sha256(`{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`)
  const iat = Math.floor(Date.now() / 1000)
  const claims = {
    pid: server.providerId,
    uid,
    type: 'user',
    cnf: { jkt },
    name: 'Mara Berg',
    iat,
    exp: iat + 3600,
  }
  const signed = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`
  const token = `${signed}.${createHmac('sha256', secretKey).update(signed).digest('base64url')}`
  const header = encode({ typ: 'dpop+jwt', alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256', x, y } })
  const payload = {
    jti: randomUUID(),
    iat,
    htm: 'GET',
    htu: `${server.base}/v1/public/socket`,
    ath: sha256(token),
  }
  return {
    token,
    prove(nonce) {
      const now = Math.floor(Date.now() / 1000)
      return signedBy(privateKey, `${header}.${encode({ ...payload, iat: now, nonce })}`)
    },
  }
}

const signedBy = (key: KeyObject, text: string): string =>
  `${text}.${joseSignature(sign('sha256', Buffer.from(text), key)).toString('base64url')}`

/** From DER to two integers of 32 bytes: Node's own conversion takes a quarter of the time that signing takes. */
function joseSignature(der: Buffer): Buffer {
  const signature = Buffer.alloc(64)
  for (let from = 2, end = 32; end <= 64; end += 32) {
    const digits = der.subarray(from + 2, from + 2 + (der[from + 1] as number)).subarray(-32)
    signature.set(digits, end - digits.length)
    from += 2 + (der[from + 1] as number)
  }
  return signature
}
