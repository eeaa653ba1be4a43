import { readP256Key } from '../../core/p256-key.ts'
import type { EnvironmentReader } from '../../core/environment.ts'
import type { ServiceKeys } from './login-keys.ts'

const withSecret = ['google', 'facebook', 'github', 'x'] as const

/** The operator's OAuth clients for the five services (docs/operating.md). */
export function readSocialKeys(reader: EnvironmentReader): ServiceKeys {
  const keys: ServiceKeys = {}
  for (const social of withSecret) {
    const name = `PARLEY_${social.toUpperCase()}`
    const found = readTogether(reader, [`${name}_CLIENT_ID`, `${name}_CLIENT_SECRET`])
    if (found) keys[social] = { clientId: found[0] ?? '', secret: found[1] ?? '' }
  }
  const apple = readTogether(reader, [
    'PARLEY_APPLE_CLIENT_ID',
    'PARLEY_APPLE_TEAM_ID',
    'PARLEY_APPLE_KEY_ID',
    'PARLEY_APPLE_PRIVATE_KEY',
  ])
  if (apple) {
    const [clientId = '', teamId = '', keyId = '', privateKey = ''] = apple
    if (!readP256Key(privateKey)) {
      reader.refuse(
        'PARLEY_APPLE_PRIVATE_KEY is not a P-256 key in PKCS#8 format. Set it to the complete .p8 file, with line breaks written as \\n.',
      )
    }
    keys.apple = { clientId, teamId, keyId, privateKey }
  }
  return keys
}

/** Returns null unless all are set. Reports a problem if only some are; messages never contain a value. */
function readTogether(reader: EnvironmentReader, names: string[]): string[] | null {
  const values = names.map((name) => reader.text(name))
  const missing = names.filter((_, index) => values[index] === null)
  if (missing.length === names.length) return null
  if (missing.length > 0) {
    reader.refuse(
      `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing. Set all of ${names.join(', ')}, or none.`,
    )
    return null
  }
  return values.map((value) => value ?? '')
}
