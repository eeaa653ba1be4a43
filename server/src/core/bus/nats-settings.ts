import type { EnvironmentReader } from '../environment.ts'
import type { NatsSettings } from './nats-transport.ts'

const example = 'nats://user:password@nats.example.com:4222'

/** Reads `NATS_URL`: one URL, or the comma-separated URLs of a cluster with the same scheme and credentials. */
export function readNatsSettings(reader: EnvironmentReader): NatsSettings | null {
  const value = reader.text('NATS_URL')
  if (value === null) return null
  // The value contains a password, so messages do not quote it.
  const refuse = (problem: string) => {
    reader.refuse(`NATS_URL ${problem}`)
    return null
  }
  const texts = value.split(',').map((text) => text.trim())
  const urls = texts.flatMap((text) => (URL.canParse(text) ? [new URL(text)] : []))
  const [first] = urls
  const isServer = ({ protocol, hostname }: URL) => ['nats:', 'tls:'].includes(protocol) && hostname !== ''
  if (!first || urls.length < texts.length || !urls.every(isServer))
    return refuse(
      `is not the address of a NATS server: write ${example} (special characters percent-encoded).`,
    )
  const isAlike = (url: URL) =>
    url.protocol === first.protocol && url.username === first.username && url.password === first.password
  if (!urls.every(isAlike)) return refuse('names servers with different schemes or credentials.')
  const login = readLogin(first)
  if (login === undefined) return refuse('has credentials that are not percent-encoded.')
  return {
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || 4222}`),
    tls: first.protocol === 'tls:',
    login,
  }
}

/** A user name without a password is a token. Returns undefined if the credentials are not percent-encoded. */
function readLogin({ username, password }: URL): NatsSettings['login'] | undefined {
  try {
    const user = decodeURIComponent(username)
    if (user === '') return null
    return password === '' ? { token: user } : { user, pass: decodeURIComponent(password) }
  } catch {
    return undefined
  }
}
