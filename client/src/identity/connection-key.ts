import { base64url } from './base64url.ts'
import { inStore } from '../browser/database.ts'

/**
 * The connection key: a P-256 pair whose private half never leaves the browser's key store. It lives in
 * IndexedDB on the page's own origin, so that it survives where third-party storage is wiped (design 4).
 */
export interface ConnectionKey {
  /** RFC 7638 thumbprint of the public half: the visitor's identity within a provider. */
  jkt: string
  /** The public half, as proofs carry it. */
  jwk: PublicJwk
  privateKey: CryptoKey
  /** false: the browser keeps nothing, the key ends with the page. */
  stored: boolean
}

export interface PublicJwk {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
const place = 'connection'

/** The key of this origin; makes it on first use. Of two tabs that make one at once both get the first one stored. */
export async function loadConnectionKey(): Promise<ConnectionKey> {
  try {
    const known = await readPair()
    if (known) return await describe(known, true)
    return await describe(await keepFirst(await makePair()), true)
  } catch {
    return describe(await makePair(), false)
  }
}

const makePair = () => crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])

const readPair = () => inStore<CryptoKeyPair | undefined>('keys', 'readonly', (store) => store.get(place))

/** Reads and writes in one transaction: the browser runs those of all tabs one after the other. */
async function keepFirst(made: CryptoKeyPair): Promise<CryptoKeyPair> {
  const earlier = await inStore<CryptoKeyPair | undefined>('keys', 'readwrite', (store) => {
    const request = store.get(place)
    request.addEventListener('success', () => {
      if (request.result) return
      try {
        store.put(made, place)
      } catch {
        // Private windows of Firefox store no keys. Left alone, the throw would show in the page's console.
        store.transaction.abort()
      }
    })
    return request
  })
  return earlier ?? made
}

async function describe(pair: CryptoKeyPair, stored: boolean): Promise<ConnectionKey> {
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  // RFC 7638 3.2: the required members in lexical order. The proof carries exactly these.
  const ordered = { crv: 'P-256', kty: 'EC', x, y } as const
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(JSON.stringify(ordered)))
  return { jkt: base64url(digest), jwk: ordered, privateKey: pair.privateKey, stored }
}
