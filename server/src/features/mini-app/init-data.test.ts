import { describe, expect, it } from 'vitest'
import { createInitDataSigner, signedHash, type InitDataOptions } from '../../testing/init-data.ts'
import { verifyInitData } from './init-data.ts'
import { ed25519Key } from './telegram-keys.ts'

/** Forged initData, each refused with its code. Age and replays: mini-app.test.ts. */

const token = '7654321:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw0'
const otherToken = '7654321:AAHotherbotsecretWJxfSeofSAs0K5PALDsaw0'
const user = { id: 4711, first_name: 'Ada', last_name: 'Lovelace', username: 'ada', language_code: 'de' }

const signer = createInitDataSigner()
const keys = { own: ed25519Key(signer.publicKeys.production), other: ed25519Key(signer.publicKeys.test) }
const make = (options: Partial<InitDataOptions> = {}) => signer.initData({ token, user, ...options })
const verify = (text: string) => verifyInitData(text, { token }, keys)

type Fields = [key: string, value: string][]
const change = (name: string, value: string) => (fields: Fields) =>
  fields.map(([key, old]): [string, string] => [key, key === name ? value : old])
const without = (name: string) => (fields: Fields) => fields.filter(([key]) => key !== name)
const withUser = (changed: unknown) => make({ user: changed })
/** Correctly signed, although no platform would. */
const signedValue = (value: string) => make({ fields: { start_param: value } })

const forged: [what: string, code: string, text: string][] = [
  ['nothing', 'init_data_malformed', ''],
  ['no fields', 'init_data_malformed', 'initData'],
  ['a field without a name', 'init_data_malformed', `${make()}&=x`],
  ['a field with a strange name', 'init_data_malformed', `${make()}&a%20b=x`],
  ['a broken escape', 'init_data_malformed', `${make()}&x=%4`],
  ['bytes that are not UTF-8', 'init_data_malformed', `${make()}&x=%ff%fe`],
  ['a NUL', 'init_data_malformed', signedValue('a\0b')],
  ['a carriage return', 'init_data_malformed', signedValue('a\rb')],
  ['an endless value', 'init_data_malformed', signedValue('x'.repeat(9000))],
  [
    'too many fields',
    'init_data_malformed',
    `${make()}${'abcdefghijklmnopqrstuvwxyz0123456789'.replace(/./g, '&f$&=1')}`,
  ],
  ['a hash that is not hexadecimal', 'init_data_malformed', make({ forge: change('hash', 'z'.repeat(64)) })],
  ['a shortened hash', 'init_data_malformed', make({ forge: change('hash', 'a'.repeat(32)) })],
  ['a shortened signature', 'init_data_malformed', make({ forge: change('signature', 'AAAA') })],
  [
    'another spelling of the signature',
    'init_data_malformed',
    make({
      forge: (fields) => fields.map(([key, value]) => [key, key === 'signature' ? `${value}\u00a0` : value]),
    }),
  ],
  ['a date that is no number', 'init_data_malformed', make({ fields: { auth_date: '1e9' } })],
  ['no date', 'init_data_malformed', make({ fields: { auth_date: undefined } })],
  ['a user who is no object', 'init_data_malformed', withUser('Ada')],
  ['a user that is not JSON', 'init_data_malformed', make({ fields: { user: '{id:4711}' } })],
  ['a user without an id', 'init_data_malformed', withUser({ first_name: 'Ada' })],
  ['an id as text', 'init_data_malformed', withUser({ ...user, id: '4711' })],
  ['an id beyond 52 bits', 'init_data_malformed', withUser({ ...user, id: 2 ** 52 })],
  ['a negative id, as of a group', 'init_data_malformed', withUser({ ...user, id: -4711 })],
  ['a bot', 'init_data_malformed', withUser({ ...user, is_bot: true })],
  ['no user', 'init_data_user_missing', make({ user: undefined })],
  ['a field twice', 'init_data_duplicate_key', `${make()}&query_id=other`],
  ['a second user in front', 'init_data_duplicate_key', `user=${encodeURIComponent('{"id":1}')}&${make()}`],
  [
    'the name of a field in another encoding',
    'init_data_duplicate_key',
    `${make()}&%75ser=%7B%22id%22%3A1%7D`,
  ],
  [
    'a line feed that moves the border of two fields',
    'init_data_line_feed',
    make({ forge: (fields) => joined(fields) }),
  ],
  ['a signed line feed', 'init_data_line_feed', signedValue('a\nuser={"id":1}')],
  ['no hash', 'init_data_unsigned', make({ forge: without('hash') })],
  ['an empty hash', 'init_data_unsigned', make({ forge: change('hash', '') })],
  [
    'no signature: an app older than 2024, or a stolen token',
    'init_data_unsigned',
    make({ forge: without('signature') }),
  ],
  ['another user', 'init_data_hash_invalid', make({ forge: change('user', '{"id":1}') })],
  [
    'a newer date',
    'init_data_hash_invalid',
    make({ authDate: 1_700_000_000, forge: change('auth_date', '1900000000') }),
  ],
  ['a further field', 'init_data_hash_invalid', `${make()}&chat_type=private`],
  ['a field left out', 'init_data_hash_invalid', make({ forge: without('query_id') })],
  ['the token of another bot', 'init_data_hash_invalid', make({ token: otherToken })],
  ['the id of another bot', 'init_data_hash_invalid', make({ token: token.replace('765', '865') })],
  [
    'a hash made with the token itself instead of the derived key',
    'init_data_hash_invalid',
    make({ hash: 'a'.repeat(64) }),
  ],
  [
    'a stolen token and a signature of one’s own',
    'init_data_signature_invalid',
    createInitDataSigner().initData({ token, user }),
  ],
  [
    'a stolen token and the signature of another sign-in',
    'init_data_signature_invalid',
    make({ signature: signatureOf(make({ user: { id: 1 } })) }),
  ],
  [
    'a stolen token and no bytes but zeros',
    'init_data_signature_invalid',
    make({ signature: Buffer.alloc(64).toString('base64url') }),
  ],
  ['the test environment', 'init_data_wrong_environment', make({ environment: 'test' })],
  [
    'the test environment with the token of another bot',
    'init_data_wrong_environment',
    make({ environment: 'test', token: otherToken }),
  ],
]

function signatureOf(text: string): string {
  return new URLSearchParams(text).get('signature') ?? ''
}

/** `auth_date` becomes a line of `query_id`: the signed text stays the same. */
function joined(fields: Fields): Fields {
  const date = fields.find(([key]) => key === 'auth_date')?.[1]
  return fields
    .filter(([key]) => key !== 'auth_date')
    .map(([key, value]) => [key, key === 'query_id' ? `${value}\nauth_date=${date}` : value])
}

describe('initData is refused', () => {
  it.each(forged)('%s: %s', (_what, code, text) => {
    expect(verify(text)).toEqual({ ok: false, code })
  })

  it('if the signature is left out of the HMAC, as some libraries do', () => {
    const [fields] = [Object.fromEntries(new URLSearchParams(make()))]
    const { hash: _hash, signature, ...rest } = fields ?? {}
    const text = make({ hash: signedHash(rest, token), ...(signature && { signature }) })
    expect(verify(text)).toEqual({ ok: false, code: 'init_data_hash_invalid' })
  })
})

describe('initData is accepted', () => {
  it('with the user as the platform tells', () => {
    const photo = 'https://t.me/i/userpic/320/ada.svg'
    expect(verify(withUser({ ...user, photo_url: photo, is_premium: true }))).toMatchObject({
      ok: true,
      data: {
        user: {
          id: '4711',
          first_name: 'Ada',
          last_name: 'Lovelace',
          username: 'ada',
          language: 'de',
          avatar_url: photo,
        },
      },
    })
  })

  it('in any order of the fields, with spaces as plus and the hash in capitals, always with the same hash', () => {
    const text = withUser({ ...user, first_name: 'Ada B' })
    const shuffled = text.split('&').toReversed().join('&').replaceAll('%20', '+')
    const capitals = shuffled.replace(/hash=(\w+)/, (_, hash: string) => `hash=${hash.toUpperCase()}`)
    const verdicts = [text, shuffled, capitals].map(verify)
    expect(verdicts.map((verdict) => verdict.ok)).toEqual([true, true, true])
    expect(new Set(verdicts.map((verdict) => verdict.ok && verdict.data.hash)).size).toBe(1)
  })

  it('without names that cannot be shown', () => {
    const strange = {
      id: 4711,
      first_name: '\u202e\n ',
      last_name: 'L'.repeat(300),
      username: 7,
      photo_url: 'http://t.me/a',
    }
    expect(verify(withUser({ ...strange, language_code: '../de' }))).toMatchObject({
      ok: true,
      data: {
        user: {
          first_name: null,
          last_name: 'L'.repeat(100),
          username: null,
          language: null,
          avatar_url: null,
        },
      },
    })
  })
})
