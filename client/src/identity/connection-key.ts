import { toJson } from '../browser/to-json.ts'
import { base64url } from './base64url.ts'
import { inStore } from '../browser/database.ts'

/**
 * The connection key: a P-256 pair with a non-extractable private key, stored in IndexedDB on the page's own
 * origin, because browsers delete third-party storage (design 4).
 */
export interface ConnectionKey {
  /** RFC 7638 thumbprint of the public key: the visitor's identity within a provider. */
  jkt: string
  /** The public key, as included in proofs. */
  jwk: PublicJwk
  privateKey: CryptoKey
  /** false: the browser stores nothing, so the key is lost with the page. */
  stored: boolean
}

export interface PublicJwk {
  kty: 'EC'
  crv: 'P-256'
  x: string
  y: string
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
const keyName = 'connection'

/** Loads this origin's key, or creates it. Tabs that create one concurrently all get the one stored first. */
export async function loadConnectionKey(): Promise<ConnectionKey> {
  try {
    const known = await readPair()
    if (known) return await describe(known, true)
    return await describe(await storeIfAbsent(await makePair()), true)
  } catch {
    return describe(await makePair(), false)
  }
}

const makePair = () => crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])

const readPair = () => inStore<CryptoKeyPair | undefined>('keys', 'readonly', (store) => store.get(keyName))

/** Reads and writes in one transaction, because the browser serializes transactions across tabs. */
async function storeIfAbsent(made: CryptoKeyPair): Promise<CryptoKeyPair> {
  const earlier = await inStore<CryptoKeyPair | undefined>('keys', 'readwrite', (store) => {
    const request = store.get(keyName)
    request.addEventListener('success', () => {
      if (request.result) return
      try {
        store.put(made, keyName)
      } catch {
        // Private windows of Firefox cannot store keys. Uncaught, the error would appear in the page's console.
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
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(toJson(ordered)))
  return { jkt: base64url(digest), jwk: ordered, privateKey: pair.privateKey, stored }
}
