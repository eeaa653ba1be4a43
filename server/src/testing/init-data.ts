import { createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto'

/** Signs initData like Telegram, with keys of its own. */
export interface InitDataSigner {
  /** In place of Telegram's public keys. */
  publicKeys: { production: string; test: string }
  /** Returns the query string. */
  initData(options: InitDataOptions): string
}

export interface InitDataOptions {
  /** Of the bot. */
  token: string
  user?: unknown
  /** Unix seconds; now if it is not given. */
  authDate?: number
  /** Further fields, or others. undefined: left out. */
  fields?: Record<string, string | undefined>
  environment?: 'production' | 'test'
  /** Changes the fields after they were signed. */
  forge?: (fields: [key: string, value: string][]) => [key: string, value: string][]
  /** Made with other keys than the platform's and the bot's. */
  hash?: string
  signature?: string
}

const linesOf = (fields: Record<string, string>) =>
  Object.keys(fields)
    .toSorted()
    .map((key) => `${key}=${fields[key]}`)
    .join('\n')

export const signedHash = (fields: Record<string, string>, token: string): string => {
  const secret = createHmac('sha256', 'WebAppData').update(token).digest()
  return createHmac('sha256', secret).update(linesOf(fields)).digest('hex')
}

export function createInitDataSigner(): InitDataSigner {
  const pairs = { production: generateKeyPairSync('ed25519'), test: generateKeyPairSync('ed25519') }
  return {
    publicKeys: { production: hexOf(pairs.production.publicKey), test: hexOf(pairs.test.publicKey) },
    initData(options) {
      const { token, authDate = Math.floor(Date.now() / 1000), environment = 'production' } = options
      const all = {
        query_id: 'AAHdF6IQAAAAAN0XohDhrOrc',
        user: options.user === undefined ? undefined : JSON.stringify(options.user),
        auth_date: String(authDate),
        ...options.fields,
      }
      const fields = Object.fromEntries(
        Object.entries(all).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
      ) as Record<string, string>
      const [botId] = token.split(':')
      const message = Buffer.from(`${botId}:WebAppData\n${linesOf(fields)}`)
      const signature =
        options.signature ?? sign(null, message, pairs[environment].privateKey).toString('base64url')
      const hash = options.hash ?? signedHash({ ...fields, signature }, token)
      const pairsOf: [string, string][] = Object.entries({ ...fields, signature, hash })
      const sent = options.forge?.(pairsOf) ?? pairsOf
      return sent.map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`).join('&')
    },
  }
}

function hexOf(key: KeyObject): string {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url').toString('hex')
}
