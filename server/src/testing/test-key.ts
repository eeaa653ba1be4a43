import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT, type JWK } from 'jose'
import { randomUUID, type webcrypto } from 'node:crypto'

/** A browser's connection key, for use in Node. */
export interface TestKey {
  jkt: string
  publicJwk: JWK
  privateJwk: JWK
  privateKey: webcrypto.CryptoKey
}

export async function newTestKey(): Promise<TestKey> {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const publicJwk = await exportJWK(publicKey)
  return {
    publicJwk,
    privateJwk: await exportJWK(privateKey),
    privateKey,
    jkt: await calculateJwkThumbprint(publicJwk, 'sha256'),
  }
}

export interface ProofParts {
  nonce: string
  htu: string
  header?: Record<string, unknown>
  payload?: Record<string, unknown>
}

/** Signs a proof as defined in protocol/src/session.ts. `header` and `payload` override parts of it, to forge one. */
export function signProof(key: TestKey, parts: ProofParts): Promise<string> {
  return new SignJWT({
    jti: randomUUID(),
    iat: Math.floor(Date.now() / 1000),
    nonce: parts.nonce,
    htm: 'GET',
    htu: parts.htu,
    ...parts.payload,
  })
    .setProtectedHeader({ typ: 'dpop+jwt', alg: 'ES256', jwk: key.publicJwk, ...parts.header })
    .sign(key.privateKey)
}
