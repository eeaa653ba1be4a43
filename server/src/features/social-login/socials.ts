import type { SocialProvider } from '@parley/protocol/customer'
import { readApple, readFacebook, readGithub, readGoogle, readX, type ReadProfile } from './profiles.ts'

/** A service's differences from the plain OAuth 2 authorization code flow (docs/decisions/social-login.md). */
export interface SocialRules {
  scope: string
  /** PKCE S256. For services that do not document it, `nonce` binds the code to the browser that started. */
  pkce: boolean
  /** OpenID Connect: requires a signed id_token with our nonce. */
  idToken: boolean
  /** Client authentication at the token endpoint. */
  clientAuth: 'post' | 'basic'
  /** Additional parameters of the authorization request. */
  parameters: Record<string, string>
  readProfile: ReadProfile
}

export const socialRules: Record<SocialProvider, SocialRules> = {
  google: {
    scope: 'openid email profile',
    pkce: true,
    idToken: true,
    clientAuth: 'post',
    // Shows the account chooser, so that a sign-in always needs a click.
    parameters: { prompt: 'select_account' },
    readProfile: readGoogle,
  },
  facebook: {
    scope: 'email public_profile',
    pkce: true,
    idToken: false,
    clientAuth: 'post',
    parameters: {},
    readProfile: readFacebook,
  },
  apple: {
    scope: 'openid name email',
    pkce: false,
    idToken: true,
    clientAuth: 'post',
    // Apple requires it when the scope contains name or email.
    parameters: { response_mode: 'form_post' },
    readProfile: readApple,
  },
  github: {
    scope: 'read:user user:email',
    pkce: true,
    idToken: false,
    clientAuth: 'post',
    parameters: { prompt: 'select_account' },
    readProfile: readGithub,
  },
  x: {
    scope: 'users.read tweet.read',
    pkce: true,
    idToken: false,
    clientAuth: 'basic',
    parameters: {},
    readProfile: readX,
  },
}

export const socials = Object.keys(socialRules) as SocialProvider[]
export const isSocial = (name: string): name is SocialProvider => Object.hasOwn(socialRules, name)
