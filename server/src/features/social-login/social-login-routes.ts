import { errorCodes, type ErrorCode } from '@parley/protocol/error'
import { PopupQuery } from '@parley/protocol/social-login'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { IncomingMessage } from 'node:http'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import { expectedError } from '../../core/expected-error.ts'
import type { Http } from '../../core/http.ts'
import { newToken } from '../../core/secrets.ts'
import { popupPage, privateHeaders } from './popup-page.ts'
import { transactionTtlSeconds } from './login-transactions.ts'
import { chooseLanguage, preferredTag } from './popup-texts.ts'
import { type Popup, type SocialSignIn } from './sign-in.ts'

const tags = ['Social login']
const SocialParams = Type.Object({ social: Type.String() })
/** Services add further parameters. Each one that is used is validated separately. */
const Answer = Type.Record(Type.String(), Type.Unknown())

/** Callback parameters are short; Apple's `user` is the longest. */
const maxFormBytes = 16 * 1024
const maxParameterLength = 4096

/**
 * `/v1/public/oauth/:social/start` and `/callback` (spec 4.2), opened by the popup. Errors are returned as HTML to browsers
 * and as problem details to other clients. HEAD is not served, because link scanners send it and opening a URL consumes it.
 */
export function socialLoginRoutes(
  http: Http,
  deps: {
    signIn: SocialSignIn
    baseUrl: string
    countryOf: (request: IncomingMessage) => string
    /** Rate limit per network. @throws AppError rate_limited */
    countAttempt: (request: { ip: string }) => Promise<void>
  },
): void {
  const { signIn } = deps
  const cookie = browserCookie(deps.baseUrl)

  http.get(
    '/v1/public/oauth/:social/start',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Start a social login in the popup',
        params: SocialParams,
        querystring: PopupQuery,
        response: { 302: redirectTo('the sign-in service') },
      },
    },
    (request, reply) =>
      withErrorPage(request, reply, request.query.language ?? null, async () => {
        await deps.countAttempt(request)
        const browser = cookie.read(request) ?? newToken('')
        const url = await signIn.open(request.params.social, request.query, browser)
        reply.headers({ ...privateHeaders, 'set-cookie': cookie.write(browser) })
        return reply.redirect(url, 302)
      }),
  )

  http.get(
    '/v1/public/oauth/:social/callback',
    {
      exposeHeadRoute: false,
      schema: {
        tags,
        summary: 'Receive the redirect of a sign-in service',
        params: SocialParams,
        querystring: Answer,
      },
    },
    (request, reply) =>
      withErrorPage(request, reply, null, async () => {
        await deps.countAttempt(request)
        const popup = await signIn.finish(request.params.social, textParameters(request.query), {
          cookie: cookie.read(request),
          language: preferredTag(request.headers['accept-language']) ?? 'en',
          countryCode: deps.countryOf(request.raw),
        })
        return show(request, reply, popup)
      }),
  )

  // Scoped, so that only this route parses form bodies, and nothing else.
  http.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: maxFormBytes },
      (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    forms.post<{ Params: { social: string }; Body: Record<string, unknown> }>(
      '/v1/public/oauth/:social/callback',
      {
        bodyLimit: maxFormBytes,
        schema: {
          tags,
          summary: 'Receive the response of Apple, which sends a form',
          consumes: ['application/x-www-form-urlencoded'],
          params: SocialParams,
          body: Answer,
          response: { 303: redirectTo('the same path, where the cookie of the popup is sent') },
        },
      },
      (request, reply) =>
        withErrorPage(request, reply, null, async () => {
          await deps.countAttempt(request)
          const { social } = request.params
          const answer = textParameters(request.body)
          const state = answer['state'] ?? ''
          if (social !== 'apple' || !(await signIn.storeAnswer(social, state, answer))) {
            throw new AppError('login_state_invalid')
          }
          // Our SameSite=Lax cookie is not sent with this POST, but with the GET that follows.
          const back = `${deps.baseUrl}/v1/public/oauth/apple/callback?${String(new URLSearchParams({ state }))}`
          return reply.headers(privateHeaders).redirect(back, 303)
        }),
    )
  })
}

/** A response without a body. */
const redirectTo = (target: string) =>
  Type.Unsafe<unknown>({ type: 'null', description: `Redirects to ${target}.` })

/** Renders errors as a page if the client accepts HTML. */
async function withErrorPage(
  request: FastifyRequest,
  reply: FastifyReply,
  language: string | null,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work()
  } catch (error) {
    const refusal = expectedError(error)
    if (!refusal || !acceptsHtml(request)) throw error
    const { code, retryAfter } = refusal
    if (refusal !== error) request.log.error({ err: error, route: request.routeOptions.url }, code)
    if (retryAfter !== undefined) reply.header('retry-after', Math.ceil(retryAfter))
    return show(request, reply, { outcome: { kind: 'refused', code, origin: null }, language })
  }
}

function show(request: FastifyRequest, reply: FastifyReply, { outcome, language }: Popup): FastifyReply {
  if (outcome.kind === 'refused' && !acceptsHtml(request)) throw new AppError(outcome.code)
  const page = popupPage(outcome, chooseLanguage(language, request.headers['accept-language']))
  return reply
    .code(statusOf(outcome.kind === 'refused' ? outcome.code : null))
    .headers(page.headers)
    .send(page.html)
}

const statusOf = (code: ErrorCode | null): number => (code === null ? 200 : errorCodes[code].status)

const acceptsHtml = (request: FastifyRequest): boolean => (request.headers.accept ?? '').includes('text/html')

/** Drops parameters that are repeated or too long. */
const textParameters = (parts: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parts).filter((part): part is [string, string] => {
      const [, value] = part
      return typeof value === 'string' && value.length <= maxParameterLength
    }),
  )

/**
 * Binds a sign-in to the browser that opened its popup. `__Host-`: other hosts, including subdomains, cannot set it.
 * Lax: sent when a service redirects back. Concurrent popups share one value.
 */
function browserCookie(baseUrl: string) {
  const secure = baseUrl.startsWith('https:')
  const name = secure ? '__Host-parley_login' : 'parley_login'
  return {
    read(request: FastifyRequest): string | null {
      const cookies = (request.headers.cookie ?? '').split(';').map((part) => part.trim())
      const value = cookies.find((one) => one.startsWith(`${name}=`))?.slice(name.length + 1)
      return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null
    },
    write: (value: string): string =>
      `${name}=${value}; Path=/; Max-Age=${transactionTtlSeconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`,
  }
}
