import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginChange } from '@parley/protocol/social-login'

/** Form values of one login. An empty secret keeps the stored one. */
export interface LoginKeysDraft {
  client_id: string
  team_id: string
  key_id: string
  /** The client secret, or Apple's p8 key. */
  secret: string
}

/** Only changed fields: a colleague may have changed the rest. */
export function keysChange(
  social: SocialProvider,
  stored: LoginKeysDraft,
  typed: LoginKeysDraft,
): LoginChange {
  const clientId = typed.client_id.trim()
  const secret = typed.secret.trim()
  const isApple = social === 'apple'
  const changed = (field: 'team_id' | 'key_id') =>
    isApple && typed[field] !== '' && typed[field] !== stored[field] ? { [field]: typed[field] } : {}
  return {
    social,
    ...(clientId !== '' && clientId !== stored.client_id && { client_id: clientId }),
    ...changed('team_id'),
    ...changed('key_id'),
    ...(secret !== '' && (isApple ? { private_key: secret } : { client_secret: secret })),
  }
}
