import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

/** Derived from PARLEY_SECRET: encryption of secrets at rest and keys for signed links (design 3). */
export interface Secrets {
  /** AES-256-GCM. `context` identifies row and column: a sealed value cannot be moved to another. */
  seal(plain: string, context: string): string
  /** Throws when the value was changed, or sealed for another context or with another PARLEY_SECRET. */
  open(sealed: string, context: string): string
  /** Returns the key for a purpose (HKDF-SHA256). */
  key(purpose: string): KeyObject
}

const version = 's1'

export function createSecrets(root: string | Uint8Array): Secrets {
  // KeyObjects: given a buffer, Node 24 creates one per call, which costs more than the operation itself.
  const derive = (purpose: string) =>
    createSecretKey(Buffer.from(hkdfSync('sha256', root, 'parley', purpose, 32)))
  const sealing = derive('secrets at rest')
  return {
    key: derive,
    seal(plain, context) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', sealing, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()])
      return `${version}.${Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')}`
    },
    open(sealed, context) {
      const [tag, text] = sealed.split('.')
      if (tag !== version || !text) throw new Error('This value was not sealed by Parley.')
      const bytes = Buffer.from(text, 'base64url')
      const decipher = createDecipheriv('aes-256-gcm', sealing, bytes.subarray(0, 12), { authTagLength: 16 })
      decipher.setAAD(Buffer.from(context)).setAuthTag(bytes.subarray(-16))
      return decipher.update(bytes.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
    },
  }
}

/** Returns a new bearer token: `prefix` and 256 random bits in base64url. */
export const newToken = (prefix: string): string => prefix + randomBytes(32).toString('base64url')

/** What the database stores of a bearer token. */
export const hashToken = (token: string): string => hash('sha256', token, 'base64url')

export function equalInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

export const hmac = (key: KeyObject, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')
