import { createPrivateKey, type KeyObject } from 'node:crypto'

/**
 * Reads a P-256 private key in PKCS#8 PEM, for example Apple's .p8 files. A literal `\n` counts as a line end, for
 * environment variables. Returns null for anything else, encrypted keys included.
 */
export function readP256Key(text: string): KeyObject | null {
  const pem = text.replaceAll('\\n', '\n').replaceAll('\r\n', '\n').trim()
  if (!/^-----BEGIN PRIVATE KEY-----\n[A-Za-z0-9+/=\s]+\n-----END PRIVATE KEY-----$/.test(pem)) return null
  try {
    const key = createPrivateKey({ key: pem, format: 'pem' })
    const isP256 = key.asymmetricKeyType === 'ec' && key.asymmetricKeyDetails?.namedCurve === 'prime256v1'
    return isP256 ? key : null
  } catch {
    return null
  }
}
