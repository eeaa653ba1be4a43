import type { Secrets } from '../../core/secrets.ts'
import type { ChannelAccount } from './adapter.ts'
import type { ConnectionRow } from './connection-store.ts'

const context = (providerId: string) => `channel_connection.credentials:${providerId}`

export const sealCredentials = (secrets: Secrets, { providerId, credentials }: ChannelAccount): string =>
  secrets.seal(credentials, context(providerId))

/** undefined: PARLEY_SECRET is not the one that sealed the credentials. */
export function openAccount(
  secrets: Secrets,
  { provider_id: providerId, credentials }: Pick<ConnectionRow, 'provider_id' | 'credentials'>,
): ChannelAccount | undefined {
  try {
    return { providerId, credentials: secrets.open(credentials ?? '', context(providerId)) }
  } catch {
    return undefined
  }
}
