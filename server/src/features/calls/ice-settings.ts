import type { EnvironmentReader } from '../../core/environment.ts'
import type { IceConfig } from './ice.ts'

/** STUN and TURN servers of the operator (docs/calls.md). Calls inside one network need none. */
export function readIceSettings(reader: EnvironmentReader): IceConfig {
  const stunUrls = readUrls(reader, 'PARLEY_STUN_URLS', stunUrl, 'stun:stun.example.com:3478')
  const turnUrls = readUrls(reader, 'PARLEY_TURN_URLS', turnUrl, 'turn:turn.example.com:3478?transport=udp')
  const secret = reader.text('PARLEY_TURN_SECRET')
  if ((turnUrls.length === 0) !== (secret === null)) {
    const [missing, present] = secret === null ? ['SECRET', 'URLS'] : ['URLS', 'SECRET']
    reader.refuse(
      `PARLEY_TURN_${missing} is missing: PARLEY_TURN_${present} requires it. The secret is the ` +
        'static-auth-secret of the TURN server.',
    )
  }
  // Anyone who guesses the secret can use the relay.
  if (secret !== null && (secret.length < 16 || new Set(secret).size < 8)) {
    reader.refuse(
      'PARLEY_TURN_SECRET is too weak: use at least 16 random characters. Generate one with `openssl rand -hex 32`.',
    )
  }
  return { stunUrls, turn: secret === null ? null : { urls: turnUrls, secret } }
}

const host = String.raw`(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?`
/** RFC 7064 and RFC 7065: no slashes, no user, and only TURN has a transport. */
const stunUrl = new RegExp(`^stuns?:${host}$`, 'i')
const turnUrl = new RegExp(String.raw`^turns?:${host}(?:\?transport=(?:udp|tcp))?$`, 'i')

/** Browsers warn above five servers: each delays every call. */
const mostUrls = 5

function readUrls(reader: EnvironmentReader, name: string, form: RegExp, example: string): string[] {
  const urls = (reader.text(name) ?? '')
    .split(',')
    .map((url) => url.trim())
    .filter((url) => url !== '')
  const wrong = urls.find((url) => !form.test(url))
  if (wrong !== undefined) {
    reader.refuse(
      `${name} contains "${wrong}". List addresses like ${example}, without slashes, separated by commas.`,
    )
  } else if (urls.length > mostUrls) {
    reader.refuse(`${name} contains ${urls.length} addresses. Browsers query at most ${mostUrls} in time.`)
  }
  return urls
}
