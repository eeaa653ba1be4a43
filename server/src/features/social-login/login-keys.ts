import type { SocialProvider } from '@parley/protocol/customer'

/** Client credentials: a shared secret, or Apple's private key that signs short-lived client secrets. */
export type LoginKeys = { clientId: string } & (
  | { secret: string }
  | { teamId: string; keyId: string; privateKey: string }
)

/** The operator's OAuth applications, "service keys" in the panel (spec 5.1, mode 3). */
export type ServiceKeys = Partial<Record<SocialProvider, LoginKeys>>
