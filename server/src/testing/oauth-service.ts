import { createHash, createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Endpoints } from '../features/social-login/endpoints.ts'
import { decisionOf, type Consent } from './consent-page.ts'
import { stopServer } from './openid-service.ts'

export interface OauthApp {
  clientId: string
  secret: string
  redirectUri: string
}

/** Documented API responses of each service about the signed-in user. */
export interface OauthAnswers {
  facebook: { '/me': Record<string, unknown> }
  github: { '/user': Record<string, unknown>; '/user/emails': unknown }
  x: { '/users/me': Record<string, unknown> }
}
export type OauthName = keyof OauthAnswers

export interface OauthService<Name extends OauthName> {
  endpoints: Endpoints
  answers: OauthAnswers[Name]
  consent: Consent
  /** Message with which every code is refused. */
  refusal: string | null
  /** All access tokens issued so far. */
  tokens(): string[]
  stop(): Promise<void>
}

interface Code {
  app: OauthApp
  redirectUri: string
  challenge: string
}

/** Fake Facebook, GitHub or X with the documented formats, including each service's error format. */
export async function startOauthService<Name extends OauthName>(
  name: Name,
  apps: OauthApp[],
  answers: OauthAnswers[Name],
): Promise<OauthService<Name>> {
  const codes = new Map<string, Code>()
  const tokens = new Map<string, OauthApp>()
  const server = createServer((request, response) => void handle(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: OauthService<Name> = {
    endpoints: {
      issuer: `${base}/login/oauth`,
      authorization: `${base}/authorize`,
      token: `${base}/token`,
      jwks: null,
      api: `${base}/api`,
    },
    answers,
    consent: 'allow',
    refusal: null,
    tokens: () => [...tokens.keys()],
    stop: () => stopServer(server),
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', base)
    if (url.pathname === '/authorize') return authorize(url, response)
    if (url.pathname === '/token') return token(request, response)
    return api(url, request, response)
  }

  function authorize(url: URL, response: ServerResponse): void {
    const asked = Object.fromEntries(url.searchParams)
    const app = apps.find(({ clientId }) => clientId === asked['client_id'])
    const { redirect_uri: redirectUri = '', code_challenge: challenge = '' } = asked
    if (!app || app.redirectUri !== redirectUri || asked['response_type'] !== 'code') {
      return json(response, 400, { error: 'The application or its redirect address is not registered.' })
    }
    if (challenge === '' || asked['code_challenge_method'] !== 'S256')
      return json(response, 400, { error: 'PKCE' })
    const decision = decisionOf(service.consent, response, name, url)
    if (decision === null) return undefined
    const back = new URL(redirectUri)
    back.searchParams.set('state', asked['state'] ?? '')
    if (name === 'github') back.searchParams.set('iss', service.endpoints.issuer)
    if (decision === 'deny') {
      back.searchParams.set('error', 'access_denied')
      if (name === 'facebook') back.searchParams.set('error_reason', 'user_denied')
    } else {
      const code = randomBytes(16).toString('hex')
      codes.set(code, { app, redirectUri, challenge })
      back.searchParams.set('code', code)
    }
    response.writeHead(302, { location: back.href }).end()
  }

  async function token(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = Object.fromEntries(new URLSearchParams(await text(request)))
    const { code = '', code_verifier: verifier = '' } = body
    const known = codes.get(code)
    codes.delete(code)
    const shown = name === 'x' ? basicOf(request) : { id: body['client_id'], secret: body['client_secret'] }
    const isApp = known && shown.id === known.app.clientId && shown.secret === known.app.secret
    const isTied =
      known?.redirectUri === body['redirect_uri'] &&
      known?.challenge === createHash('sha256').update(verifier).digest('base64url')
    if (service.refusal !== null) return json(response, 400, { error: { message: service.refusal } })
    if (known && !isApp) return refuseSecret(response)
    if (!isApp || !isTied || body['grant_type'] !== 'authorization_code') return refuse(response)
    const accessToken = randomBytes(16).toString('hex')
    tokens.set(accessToken, known.app)
    if (name === 'github' && !request.headers.accept?.includes('application/json')) {
      response.end(`access_token=${accessToken}&scope=&token_type=bearer`)
      return undefined
    }
    return json(response, 200, { access_token: accessToken, token_type: 'bearer', expires_in: 7200 })
  }

  function refuseSecret(response: ServerResponse): void {
    if (name === 'github') {
      return json(response, 200, {
        error: 'incorrect_client_credentials',
        error_description: 'The client_id and/or client_secret passed are incorrect.',
        error_uri: 'https://docs.github.com/apps/troubleshooting',
      })
    }
    if (name === 'facebook') {
      const message = 'Error validating client secret.'
      response.setHeader('www-authenticate', `OAuth "Facebook Platform" "invalid_client" "${message}"`)
      return json(response, 400, { error: { message, type: 'OAuthException', code: 1, fbtrace_id: 'AbC' } })
    }
    return json(response, 401, {
      error: 'unauthorized_client',
      error_description: 'Missing valid authorization header',
    })
  }

  function refuse(response: ServerResponse): void {
    // GitHub returns errors with status 200; Facebook's errors are objects.
    if (name === 'github') return json(response, 200, { error: 'bad_verification_code' })
    if (name === 'facebook')
      return json(response, 400, { error: { message: 'Invalid code', type: 'OAuthException', code: 100 } })
    return json(response, 400, {
      error: 'invalid_request',
      error_description: 'Value passed for the code was invalid.',
    })
  }

  function api(url: URL, request: IncomingMessage, response: ServerResponse): void {
    const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
    const app = tokens.get(bearer)
    const answer = (service.answers as Record<string, unknown>)[url.pathname.slice('/api'.length)]
    if (!app || answer === undefined) return json(response, 401, { message: 'Bad credentials' })
    if (name === 'github' && !request.headers['user-agent'])
      return json(response, 403, { message: 'User-Agent' })
    if (name === 'facebook') {
      const proof = createHmac('sha256', app.secret).update(bearer).digest('hex')
      if (url.searchParams.get('appsecret_proof') !== proof)
        return json(response, 400, { error: { message: 'Invalid appsecret_proof', code: 100 } })
    }
    return json(response, 200, answer)
  }

  return service
}

function basicOf(request: IncomingMessage): { id: string | undefined; secret: string | undefined } {
  const encoded = /^Basic (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? ''
  const [id, secret] = Buffer.from(encoded, 'base64').toString().split(':')
  return { id, secret }
}

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}
