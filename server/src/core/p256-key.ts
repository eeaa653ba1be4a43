import { createPrivateKey, type KeyObject } from 'node:crypto'

/**
 * A P-256 private key from the text of a PKCS#8 PEM file, as Apple's .p8 files are. `\n` written as two characters is a
 * line end, for variables that hold one line. null: it is another kind of key, encrypted, damaged, or none.
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
