import type { SocialProvider } from '@parley/protocol/customer'
import type { LoginProfile } from '@parley/protocol/social-login'
import { SignJWT } from 'jose'
import * as oauth from 'oauth4webapi'
import type { Clock } from '../../core/clock.ts'
import { readP256Key } from '../../core/p256-key.ts'
import type { Endpoints, SocialEndpoints } from './endpoints.ts'
import type { LoginKeys } from './login-keys.ts'
import { asRecord } from './profiles.ts'
import { socialRules } from './socials.ts'

/** PKCE verifier and nonce of one sign-in. Derived from its state, so they are never stored. */
export interface SignInSecrets {
  verifier: string
  nonce: string
}

export interface LoginRequest {
  social: SocialProvider
  keys: LoginKeys
  redirectUri: string
  state: string
  signInSecrets: SignInSecrets
}

/** `detail`: the service's error, shown when an admin tests the keys. Never contains our secrets; the client id is allowed. */
export type ExchangeResult =
  | { ok: true; profile: LoginProfile }
  | { ok: false; code: 'login_cancelled' | 'login_failed'; detail: string }

/** Per request. A sign-in makes up to three requests while the user waits in the popup. */
const requestTimeoutMs = 10_000

/** Services may send texts of any length. */
const maxDetailLength = 300

export type Exchange = ReturnType<typeof createExchange>

/** OAuth client for the five services. Tokens are only used to read the profile and are never stored. */
export function createExchange(deps: { endpoints: SocialEndpoints; clock: Clock }) {
  // Created once: oauth4webapi caches a service's public keys per server object.
  const servers = Object.fromEntries(
    Object.entries(deps.endpoints).map(([social, endpoints]) => [social, toAuthorizationServer(endpoints)]),
  ) as Record<SocialProvider, oauth.AuthorizationServer>

  return {
    /** Returns the URL of the service's consent page. */
    async authorizationUrl({
      social,
      keys,
      redirectUri,
      state,
      signInSecrets,
    }: LoginRequest): Promise<string> {
      const { scope, pkce, idToken, parameters } = socialRules[social]
      const url = new URL(deps.endpoints[social].authorization)
      const query = {
        ...parameters,
        response_type: 'code',
        client_id: keys.clientId,
        redirect_uri: redirectUri,
        scope,
        state,
        ...(idToken && { nonce: signInSecrets.nonce }),
        ...(pkce && {
          code_challenge: await oauth.calculatePKCECodeChallenge(signInSecrets.verifier),
          code_challenge_method: 'S256',
        }),
      }
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
      return url.href
    },

    /**
     * Exchanges the authorization code and reads the profile. Errors are returned, not thrown.
     * @param answer parameters of the callback
     * @param consent Apple's `user` parameter, parsed
     */
    async profileOf(
      request: LoginRequest,
      answer: URLSearchParams,
      consent: unknown,
    ): Promise<ExchangeResult> {
      try {
        return { ok: true, profile: await exchange(request, answer, consent) }
      } catch (error) {
        return failureOf(error)
      }
    },
  }

  async function exchange(
    { social, keys, redirectUri, state, signInSecrets }: LoginRequest,
    answer: URLSearchParams,
    consent: unknown,
  ): Promise<LoginProfile> {
    const rules = socialRules[social]
    const server = servers[social]
    const client: oauth.Client = { client_id: keys.clientId }
    const options = optionsFor(deps.endpoints[social])
    // Also compares `iss` if the service sends it, to reject another service's callback (RFC 9207).
    const checked = oauth.validateAuthResponse(server, client, answer, state)
    const secret = 'secret' in keys ? keys.secret : await appleSecret(keys, server.issuer, deps.clock)
    const response = await oauth.authorizationCodeGrantRequest(
      server,
      client,
      rules.clientAuth === 'post' ? oauth.ClientSecretPost(secret) : basicAuth(secret),
      checked,
      redirectUri,
      rules.pkce ? signInSecrets.verifier : oauth.nopkce,
      options,
    )
    await throwServiceError(response)
    const tokens = await oauth.processAuthorizationCodeResponse(
      server,
      client,
      response,
      rules.idToken ? { expectedNonce: signInSecrets.nonce, requireIdToken: true } : {},
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

const toAuthorizationServer = ({
  issuer,
  authorization,
  token,
  jwks,
}: Endpoints): oauth.AuthorizationServer => ({
  issuer,
  authorization_endpoint: authorization,
  token_endpoint: token,
  ...(jwks !== null && { jwks_uri: jwks }),
})

/** Plain http is only for fake services in tests; `socialEndpoints` contains none. */
const optionsFor = ({ token }: Endpoints) => ({
  signal: () => AbortSignal.timeout(requestTimeoutMs),
  [oauth.allowInsecureRequests]: token.startsWith('http://127.0.0.1:'),
})

/** As documented by X. The library's `ClientSecretBasic` escapes more characters, which not every service decodes. */
const basicAuth =
  (secret: string): oauth.ClientAuth =>
  (_server, client, _body, headers) => {
    const pair = `${encodeURIComponent(client.client_id)}:${encodeURIComponent(secret)}`
    headers.set('authorization', `Basic ${Buffer.from(pair).toString('base64')}`)
  }

/** Apple's client secret: a JWT signed with the p8 key for each exchange, valid for five minutes. */
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
      // GitHub rejects requests without a User-Agent.
      'user-agent': 'Parley',
    },
    redirect: 'error',
    signal: AbortSignal.timeout(requestTimeoutMs),
  })
  if (!response.ok) {
    await response.body?.cancel()
    throw new Error(`${new URL(url).pathname} answered ${response.status}`)
  }
  return response.json()
}

function failureOf(error: unknown): Extract<ExchangeResult, { ok: false }> {
  if (error instanceof oauth.AuthorizationResponseError) {
    const cancelled = ['access_denied', 'user_cancelled_authorize', 'user_cancelled_login'].includes(
      error.error,
    )
    return {
      ok: false,
      code: cancelled ? 'login_cancelled' : 'login_failed',
      detail: errorText(error.error, error.error_description),
    }
  }
  // Messages of the library and our own; anything else quoted from a response is in `cause` and not exposed.
  return {
    ok: false,
    code: 'login_failed',
    detail: error instanceof Error ? error.message.slice(0, maxDetailLength) : 'unknown',
  }
}

/**
 * @throws Error with the service's own explanation, if the response has one. The library does not read GitHub's errors, which have
 * status 200, nor Facebook's, which are objects.
 */
async function throwServiceError(response: Response): Promise<void> {
  const answer: unknown = await response
    .clone()
    .json()
    .catch(() => null)
  const { error, error_description: description } = asRecord(answer)
  const { message } = asRecord(error)
  const text = typeof error === 'string' ? errorText(error, description) : message
  if (typeof text === 'string' && text !== '') throw new Error(text)
}

const errorText = (code: string, description: unknown): string =>
  (typeof description === 'string' && description !== '' ? `${code}: ${description}` : code).slice(
    0,
    maxDetailLength,
  )
