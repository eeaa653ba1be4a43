import type { SocialProvider } from '@parley/protocol/customer'

/** Name and developer console of each service. */
export const socialServices: Record<SocialProvider, { name: string; console: string }> = {
  google: { name: 'Google', console: 'https://console.cloud.google.com/auth/clients' },
  facebook: { name: 'Facebook', console: 'https://developers.facebook.com/apps/' },
  apple: {
    name: 'Apple',
    console: 'https://developer.apple.com/account/resources/identifiers/list/serviceId',
  },
  github: { name: 'GitHub', console: 'https://github.com/settings/developers' },
  x: { name: 'X', console: 'https://developer.x.com/en/portal/projects-and-apps' },
}

const appleVariables = ['CLIENT_ID', 'TEAM_ID', 'KEY_ID', 'PRIVATE_KEY']

/** Environment variables for the installation's own keys (docs/operating.md). */
export const operatorVariables = (social: SocialProvider): string =>
  (social === 'apple' ? appleVariables : ['CLIENT_ID', 'CLIENT_SECRET'])
    .map((rest) => `PARLEY_${social.toUpperCase()}_${rest}`)
    .join(', ')
