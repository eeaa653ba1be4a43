import { calculateJwkThumbprint, decodeProtectedHeader, exportJWK, generateKeyPair, jwtVerify } from 'jose'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { KeyObject } from 'node:crypto'
import Provider, { interactionPolicy } from 'oidc-provider'
import type { Endpoints } from '../features/social-login/endpoints.ts'
import { decisionOf, type Consent } from './consent-page.ts'

export interface OpenidApp {
  clientId: string
  redirectUri: string
  /** A shared secret, or the parameters to verify secrets signed with Apple's p8 key. */
  secret: string | { teamId: string; keyId: string; publicKey: KeyObject }
}

export interface OpenidService {
  endpoints: Endpoints
  /** Claims of the signed-in user's id_token. */
  claims: { sub: string } & Record<string, unknown>
  /** Apple's `user` parameter, sent once with the next form post. */
  user: object | null
  consent: Consent
  stop(): Promise<void>
}

/**
 * Fake Google or Apple, based on the certified OpenID provider `oidc-provider`, which checks redirect URI, PKCE, client secret
 * and code, and signs id_tokens.
 */
export async function startOpenidService(
  name: 'google' | 'apple',
  apps: OpenidApp[],
): Promise<OpenidService> {
  const keys = await generateKeyPair('RS256', { extractable: true })
  const jwk = await exportJWK(keys.privateKey)
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: OpenidService = {
    endpoints: {
      issuer,
      authorization: `${issuer}/auth`,
      token: `${issuer}/token`,
      jwks: `${issuer}/jwks`,
      api: null,
    },
    claims: { sub: 'nobody' },
    user: null,
    consent: 'allow',
    stop: () => stopServer(server),
  }
  const policy = interactionPolicy.base()
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }))
  const provider = new Provider(issuer, {
    clients: apps.map((app) => ({
      client_id: app.clientId,
      client_secret: typeof app.secret === 'string' ? app.secret : 'made by the key',
      redirect_uris: [app.redirectUri],
      token_endpoint_auth_method: 'client_secret_post',
    })),
    jwks: { keys: [{ ...jwk, kid: await calculateJwkThumbprint(jwk), use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['of a test'] },
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'given_name', 'family_name', 'picture'],
      name: [],
    },
    scopes: ['openid', 'email', 'profile', 'name'],
    conformIdTokenClaims: false,
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
    pkce: { required: () => name === 'google' },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: (_context: unknown, sub: string) => ({ accountId: sub, claims: () => service.claims }),
    async loadExistingGrant({
      oidc,
    }: {
      oidc: { client: { clientId: string }; session: { accountId: string } }
    }) {
      const grant = new provider.Grant({ accountId: oidc.session.accountId, clientId: oidc.client.clientId })
      grant.addOIDCScope('openid email profile name')
      await grant.save()
      return grant
    },
  })
  if (name === 'apple') {
    acceptSignedSecrets(provider, issuer, apps)
    provider.use(async (context, next) => {
      await next()
      if (service.user === null || typeof context.body !== 'string' || !context.body.includes('name="code"'))
        return
      const user = JSON.stringify(service.user).replaceAll('"', '&quot;')
      context.body = context.body.replace(
        '</form>',
        `<input type="hidden" name="user" value="${user}"/></form>`,
      )
      service.user = null
    })
  }
  const answer = provider.callback()
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', issuer)
    if (!url.pathname.startsWith('/interaction/')) return answer(request, response)
    const decision = decisionOf(service.consent, response, name, url)
    if (decision === null) return undefined
    return void provider.interactionFinished(
      request,
      response,
      decision === 'deny'
        ? { error: name === 'apple' ? 'user_cancelled_authorize' : 'access_denied' }
        : { login: { accountId: service.claims.sub }, select_account: {} },
    )
  })
  return service
}

/** Apple clients send a JWT signed with their p8 key instead of a shared secret. */
function acceptSignedSecrets(provider: Provider, issuer: string, apps: OpenidApp[]): void {
  provider.Client.prototype.compareClientSecret = async function compare(actual: string) {
    const app = apps.find(({ clientId }) => clientId === (this as unknown as { clientId: string }).clientId)
    if (!app || typeof app.secret === 'string') return false
    const { teamId, keyId, publicKey } = app.secret
    if (decodeProtectedHeader(actual).kid !== keyId) return false
    const verified = await jwtVerify(actual, publicKey, {
      algorithms: ['ES256'],
      issuer: teamId,
      subject: app.clientId,
      audience: issuer,
      maxTokenAge: '10m',
    }).catch(() => null)
    if (!verified) return false
    const { payload } = verified
    // Apple allows up to six months; ours are valid for minutes.
    return payload.exp !== undefined && payload.iat !== undefined && payload.exp - payload.iat <= 600
  }
}

export async function stopServer(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
