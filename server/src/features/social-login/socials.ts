import type { SocialProvider } from '@parley/protocol/customer'
import { readApple, readFacebook, readGithub, readGoogle, readX, type ReadProfile } from './profiles.ts'

/** How one service differs from plain OAuth 2 with a code (docs/decisions/social-login.md). */
export interface SocialRules {
  scope: string
  /** PKCE S256; where a service does not document it, `nonce` ties the code to the browser that began. */
  pkce: boolean
  /** OpenID Connect: an id_token with our nonce, its signature checked. */
  idToken: boolean
  /** How the application shows its secret at the token endpoint. */
  clientAuth: 'post' | 'basic'
  /** Further parameters of the address to which the popup goes. */
  parameters: Record<string, string>
  readProfile: ReadProfile
}

export const socialRules: Record<SocialProvider, SocialRules> = {
  google: {
    scope: 'openid email profile',
    pkce: true,
    idToken: true,
    clientAuth: 'post',
    // Whoever has several accounts chooses; nobody is signed in without a click at Google.
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
    // Asked for name or e-mail, Apple answers in no other way.
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
