import type { SocialProvider } from '@parley/protocol/customer'

/** A service's OAuth endpoints. `issuer` is its `iss` value in callbacks (RFC 9207) and id_tokens. */
export interface Endpoints {
  issuer: string
  authorization: string
  token: string
  /** Public keys for id_tokens; null for services without id_tokens. */
  jwks: string | null
  /** Base URL for reading the profile; null when the id_token contains it. */
  api: string | null
}
export type SocialEndpoints = Record<SocialProvider, Endpoints>

/** Facebook retires Graph API versions about two years after their release. */
const graph = 'https://graph.facebook.com/v24.0'

/** As documented by the services. Fixed instead of discovered at run time, so that discovery cannot be used to redirect us. */
export const socialEndpoints: SocialEndpoints = {
  google: {
    issuer: 'https://accounts.google.com',
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    jwks: 'https://www.googleapis.com/oauth2/v3/certs',
    api: null,
  },
  facebook: {
    issuer: 'https://www.facebook.com',
    authorization: 'https://www.facebook.com/v24.0/dialog/oauth',
    token: `${graph}/oauth/access_token`,
    jwks: null,
    api: graph,
  },
  apple: {
    issuer: 'https://appleid.apple.com',
    authorization: 'https://appleid.apple.com/auth/authorize',
    token: 'https://appleid.apple.com/auth/token',
    jwks: 'https://appleid.apple.com/auth/keys',
    api: null,
  },
  github: {
    issuer: 'https://github.com/login/oauth',
    authorization: 'https://github.com/login/oauth/authorize',
    token: 'https://github.com/login/oauth/access_token',
    jwks: null,
    api: 'https://api.github.com',
  },
  x: {
    issuer: 'https://x.com',
    authorization: 'https://x.com/i/oauth2/authorize',
    token: 'https://api.x.com/2/oauth2/token',
    jwks: null,
    api: 'https://api.x.com/2',
  },
}
