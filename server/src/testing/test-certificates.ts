import { generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isIPv4 } from 'node:net'

export interface Certified {
  /** PEM of the certificate and its intermediates. */
  cert: string
  /** PEM of the private key. */
  key: string
}

export interface CertificateRequest {
  /** Host names and IPv4 addresses. */
  names: string[]
  notBefore?: Date
  notAfter?: Date
}

export interface TestAuthority {
  /** PEM of the root certificate. */
  cert: string
  issue(request: CertificateRequest): Certified
}

const dayMs = 86_400_000

/** Creates a certificate authority in memory within a few milliseconds, without external programs. */
export function createTestAuthority(name = 'Parley test authority'): TestAuthority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const self = { subject: name, publicKey: keys.publicKey, issuer: name, issuerKey: keys.privateKey }
  return {
    cert: certificate({ ...self, authority: true, names: [] }),
    issue(request) {
      const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const subject = request.names[0] ?? 'nobody'
      return {
        cert: certificate({ ...self, ...request, subject, publicKey: own.publicKey, authority: false }),
        key: own.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}

/** Creates a self-signed certificate. */
export function selfSigned(names: string[]): Certified {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = names[0] ?? 'nobody'
  return {
    cert: certificate({
      subject: name,
      publicKey,
      issuer: name,
      issuerKey: privateKey,
      authority: false,
      names,
    }),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

interface Statement extends CertificateRequest {
  subject: string
  publicKey: KeyObject
  issuer: string
  issuerKey: KeyObject
  authority: boolean
}

/** X.509 version 3 (RFC 5280), signed with ECDSA and SHA-256. */
function certificate(statement: Statement): string {
  const { notBefore = new Date(Date.now() - dayMs), notAfter = new Date(Date.now() + 30 * dayMs) } = statement
  const algorithm = sequence(oid('1.2.840.10045.4.3.2'))
  const toBeSigned = sequence(
    tagged(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    commonName(statement.issuer),
    sequence(time(notBefore), time(notAfter)),
    commonName(statement.subject),
    statement.publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(...extensions(statement))),
  )
  const signature = sign('sha256', toBeSigned, statement.issuerKey)
  const der = sequence(toBeSigned, algorithm, bitString(signature))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`
}

function extensions({ authority, names }: Statement): Buffer[] {
  const critical = tagged(0x01, Buffer.from([0xff]))
  const found = [sequence(oid('2.5.29.19'), critical, octets(sequence(...(authority ? [critical] : []))))]
  if (names.length > 0) {
    const general = names.map((name) =>
      isIPv4(name) ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name)),
    )
    found.push(sequence(oid('2.5.29.17'), octets(sequence(...general))))
  }
  return found
}

/** DER: tag, length, contents. */
function tagged(tag: number, ...parts: Buffer[]): Buffer {
  const contents = Buffer.concat(parts)
  const { length } = contents
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), contents])
}

const sequence = (...parts: Buffer[]) => tagged(0x30, ...parts)
const integer = (bytes: Buffer) => tagged(0x02, bytes)
const octets = (bytes: Buffer) => tagged(0x04, bytes)
const bitString = (bytes: Buffer) => tagged(0x03, Buffer.from([0]), bytes)
const commonName = (name: string) =>
  sequence(tagged(0x31, sequence(oid('2.5.4.3'), tagged(0x0c, Buffer.from(name)))))

function time(date: Date): Buffer {
  const digits = date.toISOString().replace(/[-:T]/g, '').slice(2, 14)
  return tagged(0x17, Buffer.from(`${digits}Z`))
}

function oid(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  const bytes = rest.flatMap((part) => {
    const sevens = [part & 0x7f]
    for (let left = part >> 7; left > 0; left >>= 7) sevens.unshift((left & 0x7f) | 0x80)
    return sevens
  })
  return tagged(0x06, Buffer.from([first * 40 + second, ...bytes]))
}
