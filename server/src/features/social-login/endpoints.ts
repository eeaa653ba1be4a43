import type { SocialProvider } from '@parley/protocol/customer'

/** Where a service is asked. `issuer` is what it calls itself in `iss`, of a callback (RFC 9207) or an id_token. */
export interface Endpoints {
  issuer: string
  authorization: string
  token: string
  /** Keys of its id_tokens; null where there are none. */
  jwks: string | null
  /** Where the profile is read; null where the id_token says it all. */
  api: string | null
}
export type SocialEndpoints = Record<SocialProvider, Endpoints>

/** Old versions of Facebook's Graph API go away two years after they came. */
const graph = 'https://graph.facebook.com/v24.0'

/** As the services document them. Nothing is discovered at run time: an address that could change could be changed. */
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
