import type { Secrets } from '../../core/secrets.ts'
import type { ChannelAccount } from './adapter.ts'
import type { ConnectionRow } from './connection-store.ts'

const context = (providerId: string) => `channel_connection.credentials:${providerId}`

export const sealCredentials = (
  secrets: Secrets,
  { providerId, credentials }: Omit<ChannelAccount, 'organizationId'>,
): string => secrets.seal(credentials, context(providerId))

/** undefined: PARLEY_SECRET is not the one that sealed the credentials. */
export function openAccount(
  secrets: Secrets,
  row: Pick<ConnectionRow, 'organization_id' | 'provider_id' | 'credentials'>,
): ChannelAccount | undefined {
  const { organization_id: organizationId, provider_id: providerId } = row
  try {
    const credentials = secrets.open(row.credentials ?? '', context(providerId))
    return { organizationId, providerId, credentials }
  } catch {
    return undefined
  }
}
