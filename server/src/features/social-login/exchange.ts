import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginProfile } from '@parley/protocol/social-login'
import { SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import type { Clock } from '../../core/clock.ts'
import { readP256Key } from '../../core/p256-key.ts'
import type { Endpoints, SocialEndpoints } from './endpoints.ts'
import type { LoginKeys } from './login-keys.ts'
import { socialRules } from './socials.ts'

/** The secrets of one sign-in. They are computed of its state, so that no row holds them. */
export interface Ties {
  verifier: string
  nonce: string
}

export interface LoginRequest {
  social: SocialProvider
  keys: LoginKeys
  redirectUri: string
  state: string
  ties: Ties
}

/** `detail`: what the service answered, for whoever tests the keys; it may quote nothing of ours but the client id. */
export type ExchangeResult =
  | { ok: true; profile: LoginProfile }
  | { ok: false; code: 'login_cancelled' | 'login_failed'; detail: string }

/** A person waits in the popup; each service is asked two or three times. */
const patience = 10_000

export type Exchange = ReturnType<typeof createExchange>

/** Speaks with the five services. What they hand out is used for the profile and forgotten: no token is kept. */
export function createExchange(deps: { endpoints: SocialEndpoints; clock: Clock }) {
  // oauth4webapi keeps a service's public keys with the object that describes it.
  const servers = Object.fromEntries(
    Object.entries(deps.endpoints).map(([social, endpoints]) => [social, describe(endpoints)]),
  ) as Record<SocialProvider, oauth.AuthorizationServer>

  return {
    /** Where the popup goes for consent. */
    async authorizationUrl({ social, keys, redirectUri, state, ties }: LoginRequest): Promise<string> {
      const { scope, pkce, idToken, parameters } = socialRules[social]
      const url = new URL(deps.endpoints[social].authorization)
      const query = {
        ...parameters,
        response_type: 'code',
        client_id: keys.clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        ...(idToken && { nonce: ties.nonce }),
        ...(pkce && {
          code_challenge: await oauth.calculatePKCECodeChallenge(ties.verifier),
          code_challenge_method: 'S256',
        }),
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },

    /** @param answer what came with the callback; `consent`: Apple's `user`, parsed */
    async profileOf(
      request: LoginRequest,
      answer: URLSearchParams,
      consent: unknown,
    ): Promise<ExchangeResult> {
      try {
        return { ok: true, profile: await exchange(request, answer, consent) }
      } catch (error) {
        return refusal(error)
      }
    },
  }

  async function exchange(
    { social, keys, redirectUri, state, ties }: LoginRequest,
    answer: URLSearchParams,
    consent: unknown,
  ): Promise<LoginProfile> {
    const rules = socialRules[social]
    const server = servers[social]
    const client: oauth.Client = { client_id: keys.clientId }
    const options = optionsFor(deps.endpoints[social])
    // Also compares `iss`, where the service sends it: a callback of another service is not ours to exchange (RFC 9207).
    const checked = oauth.validateAuthResponse(server, client, answer, state)
    const secret = 'secret' in keys ? keys.secret : await appleSecret(keys, server.issuer, deps.clock)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      rules.clientAuth === 'post' ? oauth.ClientSecretPost(secret) : basic(secret),
      checked,
      redirectUri,
      rules.pkce ? ties.verifier : oauth.nopkce,
      options,
    )
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      response,
      rules.idToken ? { expectedNonce: ties.nonce, requireIdToken: true } : {},
    )
    if (rules.idToken) await oauth.validateApplicationLevelSignature(server, response, options)
    return rules.readProfile({
      claims: (rules.idToken && oauth.getValidatedIdTokenClaims(tokens)) || {},
      accessToken: tokens.access_token,
      secret: 'secret' in keys ? secret : '',
      consent,
      get: (path) => getJson(`${deps.endpoints[social].api}${path}`, tokens.access_token),
    })
  }
}

const describe = ({ issuer, authorization, token, jwks }: Endpoints): oauth.AuthorizationServer => ({
  issuer,
  authorization_endpoint: authorization,
  token_endpoint: token,
  ...(jwks !== null && { jwks_uri: jwks }),
})

/** Plain http is for a service of a test on this machine; the table has none. */
const optionsFor = ({ token }: Endpoints) => ({
  signal: () => AbortSignal.timeout(patience),
  [oauth.allowInsecureRequests]: token.startsWith('http://127.0.0.1:'),
})

/** As X documents it; the library's own would also escape what needs none, which not every service reads. */
const basic =
  (secret: string): oauth.ClientAuth =>
  (_server, client, _body, headers) => {
    const pair = `${encodeURIComponent(client.client_id)}:${encodeURIComponent(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }

/** Apple's client secret: a JWT of the p8 key, made for each exchange and good for five minutes. */
async function appleSecret(
  keys: Extract<LoginKeys, { keyId: string }>,
  audience: string,
  clock: Clock,
): Promise<string> {
  const key = readP256Key(keys.privateKey)
  if (!key) throw new Error('The p8 key that was saved cannot be read')
  const now = Math.floor(clock() / 1000)
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keys.keyId })
    .setIssuer(keys.teamId)
    .setSubject(keys.clientId)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(now + 300)
    .sign(key)
}

async function getJson(url: string, accessToken: string): Promise<unknown> {
  const response = await fetch(url, {
    headers: {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/json',
      // GitHub answers nobody who does not name themselves.
      'user-agent': 'Parley',
    },
    redirect: 'error',
    signal: AbortSignal.timeout(patience),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`${new URL(url).pathname} answered ${response.status}`)
  }
  return response.json()
}

function refusal(error: unknown): Extract<ExchangeResult, { ok: false }> {
  if (error instanceof oauth.AuthorizationResponseError) {
    const cancelled = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login'].includes(
      error.error,
    )
    return {
      ok: false,
      code: cancelled ? 'login_cancelled' : 'login_failed',
      detail: quote(error.error, error.error_description),
    }
  }
  if (error instanceof oauth.ResponseBodyError) {
    return { ok: false, code: 'login_failed', detail: quote(error.error, error.error_description) }
  }
  // The library's and our own words; what they quote of an answer stays in `cause`.
  return {
    ok: false,
    code: 'login_failed',
    detail: error instanceof Error ? error.message.slice(0, 300) : 'unknown',
  }
}

const quote = (code: string, description: string | undefined): string =>
  [code, description].filter(Boolean).join(': ').slice(0, 300)
