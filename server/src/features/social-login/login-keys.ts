import type { SocialProvider } from '@parley/protocol/customer'

/** What proves an application to its service: a shared secret, or Apple's key, which signs a short-lived one. */
export type LoginKeys = { clientId: string } & (
  | { secret: string }
  | { teamId: string; keyId: string; privateKey: string }
)

/** The operator's applications: what "service keys" means in the panel (spec 5.1, mode 3). */
export type ServiceKeys = Partial<Record<SocialProvider, LoginKeys>>
