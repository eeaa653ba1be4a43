import { generateKeyPairSync } from 'node:crypto'
import type { SocialEndpoints } from '../features/social-login/endpoints.ts'
import { startOauthService } from './oauth-service.ts'
import { startOpenidService } from './openid-service.ts'

export type SocialServices = Awaited<ReturnType<typeof startSocialServices>>

export const sharedSecrets = ['google', 'facebook', 'github', 'x'] as const

/** Each service has an application of the operator and one of the organization. */
const sources = ['service', 'own'] as const
type Source = (typeof sources)[number]

/**
 * Starts the five fake services, each with a signed-in user. `endpoints` is for the service under test, `environment` contains
 * the operator's keys, and `own` the keys entered by an admin.
 */
export async function startSocialServices(baseUrl: string) {
  const redirectUri = (social: string) => `${baseUrl}/v1/public/oauth/${social}/callback`
  const app = (social: string) => (source: Source) => ({
    clientId: `${social}-${source}`,
    secret: `${social}-secret-of-${source}`,
    redirectUri: redirectUri(social),
  })
  const apps = (social: string) => sources.map(app(social))
  const appleKeys = { service: appleKey('SERVICEKEY'), own: appleKey('OWNKEY1234') }
  const google = await startOpenidService('google', apps('google'))
  google.claims = {
    sub: '1098',
    name: 'Ada Lovelace',
    given_name: 'Ada',
    family_name: 'Lovelace',
    email: 'ada@gmail.test',
    email_verified: true,
    picture: 'https://lh3.googleusercontent.test/ada',
  }
  const apple = await startOpenidService(
    'apple',
    sources.map((source) => ({
      clientId: `apple-${source}`,
      redirectUri: redirectUri('apple'),
      secret: {
        teamId: 'TEAM123456',
        keyId: appleKeys[source].keyId,
        publicKey: appleKeys[source].publicKey,
      },
    })),
  )
  apple.claims = { sub: '001999.ab.0001', email: 'x7@privaterelay.appleid.test', email_verified: 'true' }
  apple.user = { name: { firstName: 'Grace', lastName: 'Hopper' }, email: 'x7@privaterelay.appleid.test' }
  const facebook = await startOauthService('facebook', apps('facebook'), {
    '/me': {
      id: '10220',
      first_name: 'Mary',
      last_name: 'Jackson',
      name: 'Mary Jackson',
      email: 'mary@facebook.test',
    },
  })
  const github = await startOauthService('github', apps('github'), {
    '/user': {
      id: 583231,
      login: 'octo',
      name: 'Dorothy Vaughan',
      email: 'public@github.test',
      avatar_url: 'https://avatars.github.test/u/583231',
    },
    '/user/emails': [
      { email: 'spare@github.test', primary: false, verified: true },
      { email: 'dorothy@github.test', primary: true, verified: true },
    ],
  })
  const x = await startOauthService('x', apps('x'), {
    '/users/me': {
      data: {
        id: '2244994945',
        name: 'Hedy Lamarr',
        username: 'hedy',
        profile_image_url: 'https://pbs.twimg.test/1/a_normal.jpg',
      },
    },
  })
  const services = { google, facebook, apple, github, x }
  const endpoints = Object.fromEntries(
    Object.entries(services).map(([social, service]) => [social, service.endpoints]),
  ) as SocialEndpoints

  const environment: Record<string, string> = {
    PARLEY_APPLE_CLIENT_ID: 'apple-service',
    PARLEY_APPLE_TEAM_ID: 'TEAM123456',
    PARLEY_APPLE_KEY_ID: appleKeys.service.keyId,
    PARLEY_APPLE_PRIVATE_KEY: appleKeys.service.p8.replaceAll('\n', '\\n'),
  }
  for (const social of sharedSecrets) {
    const { clientId, secret } = app(social)('service')
    environment[`PARLEY_${social.toUpperCase()}_CLIENT_ID`] = clientId
    environment[`PARLEY_${social.toUpperCase()}_CLIENT_SECRET`] = secret
  }
  const own = [
    ...sharedSecrets.map((social) => ({
      social,
      client_id: app(social)('own').clientId,
      client_secret: app(social)('own').secret,
    })),
    {
      social: 'apple' as const,
      client_id: 'apple-own',
      team_id: 'TEAM123456',
      key_id: appleKeys.own.keyId,
      private_key: appleKeys.own.p8,
    },
  ]
  return {
    ...services,
    endpoints,
    environment,
    own,
    tokens: () => [facebook, github, x].flatMap((service) => service.tokens()),
    async stop() {
      await Promise.all(Object.values(services).map((service) => service.stop()))
    },
  }
}

function appleKey(keyId: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { keyId, publicKey, p8: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString().trim() }
}
