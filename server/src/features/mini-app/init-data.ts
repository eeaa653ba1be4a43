import type { ErrorCode } from '@parley/protocol/error'
import { createHmac, verify, type KeyObject } from 'node:crypto'
import { equalInConstantTime } from '../../core/secrets.ts'
import { readUser, type PlatformUser } from './platform-user.ts'

/** `initData` of a Telegram Mini App (https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app). */
export interface InitData {
  /** Lower-case hexadecimal. */
  hash: string
  /** Unix seconds. */
  authDate: number
  user: PlatformUser
}

export type InitDataVerdict = { ok: true; data: InitData } | { ok: false; code: InitDataCode }
type InitDataCode = Extract<ErrorCode, `init_data_${string}`>

/** Public keys of the platform: those of its environment, and of the other one to name the mistake. */
export interface PlatformKeys {
  own: KeyObject
  other: KeyObject
}

/** The platform's own limit for the launch parameters is lower. */
const maxLength = 8192
const maxFields = 32

const refused = (code: InitDataCode): InitDataVerdict => ({ ok: false, code })

/**
 * Verifies form and both signatures, not the age: HMAC with the bot's token, and Ed25519 with the platform's key. Whoever
 * steals a token can forge the first, but not the second.
 * @param bot.token as issued by BotFather: `<bot id>:<secret>`
 */
export function verifyInitData(text: string, bot: { token: string }, keys: PlatformKeys): InitDataVerdict {
  const fields = readFields(text)
  if (typeof fields === 'string') return refused(fields)
  const hash = fields.get('hash')?.toLowerCase() ?? ''
  const signature = fields.get('signature') ?? ''
  if (hash === '' || signature === '') return refused('init_data_unsigned')
  const signatureBytes = signatureOf(signature)
  if (!/^[0-9a-f]{64}$/.test(hash) || signatureBytes === null) return refused('init_data_malformed')
  const authDate = fields.get('auth_date') ?? ''
  if (!/^[1-9]\d{0,10}$/.test(authDate)) return refused('init_data_malformed')

  const [botId = ''] = bot.token.split(':')
  const signed = Buffer.from(`${botId}:WebAppData\n${linesOf(fields, ['hash', 'signature'])}`)
  const isSignedBy = (key: KeyObject) => verify(null, signed, key, signatureBytes)
  const isOwn = isSignedBy(keys.own)
  if (!isOwn && isSignedBy(keys.other)) return refused('init_data_wrong_environment')
  const secret = createHmac('sha256', 'WebAppData').update(bot.token).digest()
  const expected = createHmac('sha256', secret)
    .update(linesOf(fields, ['hash']))
    .digest('hex')
  if (!equalInConstantTime(hash, expected)) return refused('init_data_hash_invalid')
  if (!isOwn) return refused('init_data_signature_invalid')

  const user = fields.get('user')
  if (user === undefined) return refused('init_data_user_missing')
  const read = readUser(user)
  if (read === null) return refused('init_data_malformed')
  return { ok: true, data: { hash, authDate: Number(authDate), user: read } }
}

/**
 * The decoded fields. Stricter than a query parser: a field that comes twice would be read as one value and signed as another,
 * and a line feed in a value moves the border of two fields without breaking a signature.
 */
function readFields(text: string): Map<string, string> | InitDataCode {
  if (text === '' || text.length > maxLength) return 'init_data_malformed'
  const fields = new Map<string, string>()
  for (const pair of text.split('&')) {
    const at = pair.indexOf('=')
    const key = decode(pair.slice(0, Math.max(at, 0)))
    const value = decode(pair.slice(at + 1))
    if (at < 1 || key === null || value === null || !/^\w{1,64}$/.test(key)) return 'init_data_malformed'
    if (fields.has(key)) return 'init_data_duplicate_key'
    if (value.includes('\n')) return 'init_data_line_feed'
    if (/\p{Cc}/u.test(value)) return 'init_data_malformed'
    fields.set(key, value)
  }
  return fields.size > maxFields ? 'init_data_malformed' : fields
}

/** null: not UTF-8 in percent encoding. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return null
  }
}

const linesOf = (fields: ReadonlyMap<string, string>, without: string[]): string =>
  [...fields]
    .filter(([key]) => !without.includes(key))
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => `${key}=${value}`)
    .join('\n')

/** base64url of the 64 bytes of an Ed25519 signature, with or without padding; null for anything else. */
function signatureOf(text: string): Buffer | null {
  const bare = text.replace(/={1,2}$/, '')
  const bytes = Buffer.from(bare, 'base64url')
  return bytes.length === 64 && bytes.toString('base64url') === bare ? bytes : null
}
