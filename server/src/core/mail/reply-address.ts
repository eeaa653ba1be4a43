import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../secrets.ts'

/** What a reply to one of our mails belongs to. */
export interface ReplyTarget {
  kind: 'conversation' | 'customer'
  /** UUID */
  id: string
}

export interface ReplyAddresses {
  /**
   * `support@example.com` becomes `support+<token>@example.com`. Returns null when the local part would exceed the 64
   * characters of RFC 5321: replies are then found by their headers.
   */
  addressFor(mailbox: string, target: ReplyTarget): string | null
  /** Returns null for addresses that we did not sign. */
  readAddress(address: string): ReplyTarget | null
  /**
   * A Message-ID with angle brackets. The same target and mail give the same id, so that a repeated sending is recognized.
   * @param mail UUID of what is sent, for example of the message
   */
  messageIdFor(domain: string, target: ReplyTarget, mail: string): string
  /** `mail`: as given to `messageIdFor`. Returns null for ids that we did not sign. */
  readMessageId(messageId: string): { target: ReplyTarget; mail: string } | null
}

const kinds = { c: 'conversation', p: 'customer' } as const
type Letter = keyof typeof kinds

const letterOf = ({ kind }: ReplyTarget): Letter => (kind === 'conversation' ? 'c' : 'p')

const idBytes = 16
/** 80 bits: only this service can check a guess, one mail each. */
const signatureBytes = 10
const maxLocalPart = 64

/** Letters and digits without case: some servers change the case of a local part. */
const lengthOf = (bytes: number) => Math.ceil((bytes * 8) / 5)
const tokenPattern = new RegExp(`^([cp])([0-9a-v]{${lengthOf(idBytes + signatureBytes)}})$`, 'i')
const messageIdPattern = new RegExp(
  `^<?([cp])([0-9a-v]{${lengthOf(2 * idBytes + signatureBytes)}})@[^@<>]+>?$`,
  'i',
)

/** Reply addresses and Message-IDs that prove that we issued them (docs/decisions/email-channel.md). */
export function createReplyAddresses(secrets: Pick<Secrets, 'key'>): ReplyAddresses {
  const keys = {
    address: secrets.key('mail reply addresses'),
    messageId: secrets.key('mail message ids'),
  }

  const signatureOf = (use: keyof typeof keys, letter: Letter, content: Buffer): Buffer =>
    createHmac('sha256', keys[use]).update(letter).update(content).digest().subarray(0, signatureBytes)

  function sign(use: keyof typeof keys, target: ReplyTarget, ids: string[]): string {
    const letter = letterOf(target)
    const content = Buffer.concat(ids.map(bytesOfId))
    return letter + toBase32(Buffer.concat([content, signatureOf(use, letter, content)]))
  }

  /** Returns the signed ids. */
  function verify(use: keyof typeof keys, letter: Letter, text: string, count: number): string[] | null {
    const bytes = fromBase32(text.toLowerCase(), count * idBytes + signatureBytes)
    if (bytes === null) return null
    const content = bytes.subarray(0, count * idBytes)
    if (!timingSafeEqual(bytes.subarray(count * idBytes), signatureOf(use, letter, content))) return null
    return Array.from({ length: count }, (_, index) =>
      idOfBytes(content.subarray(index * idBytes, (index + 1) * idBytes)),
    )
  }

  return {
    addressFor(mailbox, target) {
      const at = mailbox.lastIndexOf('@')
      const local = `${mailbox.slice(0, at)}+${sign('address', target, [target.id])}`
      return local.length > maxLocalPart ? null : local + mailbox.slice(at)
    },
    readAddress(address) {
      const local = address.slice(0, Math.max(0, address.lastIndexOf('@')))
      const match = tokenPattern.exec(local.slice(local.lastIndexOf('+') + 1))
      if (!local.includes('+') || !match) return null
      const letter = (match[1] as string).toLowerCase() as Letter
      const [id] = verify('address', letter, match[2] as string, 1) ?? []
      return id === undefined ? null : { kind: kinds[letter], id }
    },
    messageIdFor: (domain, target, mail) => `<${sign('messageId', target, [target.id, mail])}@${domain}>`,
    readMessageId(messageId) {
      const match = messageIdPattern.exec(messageId.trim())
      if (!match) return null
      const letter = (match[1] as string).toLowerCase() as Letter
      const [id, mail] = verify('messageId', letter, match[2] as string, 2) ?? []
      return id === undefined || mail === undefined ? null : { target: { kind: kinds[letter], id }, mail }
    },
  }
}

const bytesOfId = (id: string): Buffer => Buffer.from(id.replaceAll('-', ''), 'hex')

function idOfBytes(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [[0, 8], [8, 12], [12, 16], [16, 20], [20]].map(([from, to]) => hex.slice(from, to)).join('-')
}

/** RFC 4648 base32hex of the number, lower case. */
const toBase32 = (bytes: Buffer): string =>
  BigInt(`0x${bytes.toString('hex')}`)
    .toString(32)
    .padStart(lengthOf(bytes.length), '0')

function fromBase32(text: string, length: number): Buffer | null {
  let number = 0n
  for (const digit of text) number = number * 32n + BigInt(Number.parseInt(digit, 32))
  const hex = number.toString(16).padStart(length * 2, '0')
  return hex.length === length * 2 ? Buffer.from(hex, 'hex') : null
}
