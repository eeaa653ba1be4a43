import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/** What PARLEY_SECRET gives: encryption of secrets at rest and keys for signed links (design 3). */
export interface Secrets {
  /** AES-256-GCM. `context` names the row and column, so that a sealed value cannot be moved to another. */
  seal(plain: string, context: string): string
  /** Throws when the value was changed, belongs to another context, or another PARLEY_SECRET sealed it. */
  open(sealed: string, context: string): string
  /** A key of its own for each purpose (HKDF-SHA256). */
  key(purpose: string): Buffer
}

const version = 's1'

export function createSecrets(root: string | Uint8Array): Secrets {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', root, 'parley', purpose, 32))
  // A key object: from a buffer Node 24 makes one at each call, at five times the price of the work itself.
  const sealing = createSecretKey(derive('secrets at rest'))
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

/** A secret for a person or program to keep: `prefix` and 256 random bits, base64url. */
export const newToken = (prefix: string): string => prefix + randomBytes(32).toString('base64url')

/** What the database keeps of a token that has to be recognized, not shown again. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

export function equalInConstantTime(a: string, b: string): boolean {
  const left = Buffer.from(a)
  const right = Buffer.from(b)
  return left.length === right.length && timingSafeEqual(left, right)
}

export const hmac = (key: Buffer, text: string): string =>
  createHmac('sha256', key).update(text).digest('base64url')
