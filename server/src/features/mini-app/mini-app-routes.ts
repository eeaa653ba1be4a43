import { MiniApp, MiniAppChange, MiniAppSignIn, MiniAppToken, SameAccounts } from '@parley/protocol/mini-app'
import { closed, Id } from '@parley/protocol/scalars'
import type { IncomingMessage } from 'node:http'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { MiniApps } from './mini-apps.ts'
import type { MiniAppSignInFeature } from './sign-in.ts'

const root = '/v1/organizations/:organization_id'
const ChannelParams = Type.Object({ organization_id: Id, channel_id: Id }, closed)
const tokenPath = '/v1/public/mini-apps/:channel_id/token'

/** Settings: for admins and owners. Same account: for all agents. Session only. */
export function miniAppRoutes(
  http: Http,
  { miniApps, authorizeAgent }: { miniApps: MiniApps; authorizeAgent: AuthorizeAgent },
): void {
  http.get(
    `${root}/channels/:channel_id/mini-app`,
    {
      schema: {
        tags: ['Channels'],
        summary: 'Get the mini app of an account',
        params: ChannelParams,
        response: { 200: MiniApp },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return miniApps.read(organizationId, request.params.channel_id)
    },
  )

  http.put(
    `${root}/channels/:channel_id/mini-app`,
    {
      schema: {
        tags: ['Channels'],
        summary: 'Switch the mini app of an account on for a widget, or off',
        description: 'Errors: 404 `provider_unknown`, 409 `mini_app_unsupported`.',
        params: ChannelParams,
        body: MiniAppChange,
        response: { 200: MiniApp },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return miniApps.change(organizationId, request.params.channel_id, request.body)
    },
  )

  http.get(
    `${root}/customers/:customer_id/same-account`,
    {
      schema: {
        tags: ['Channels'],
        summary: 'List the other customers who are the same account of a messaging platform',
        params: Type.Object({ organization_id: Id, customer_id: Id }, closed),
        response: { 200: SameAccounts },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      return miniApps.sameAccount(organizationId, request.params.customer_id)
    },
  )
}

/**
 * The sign-in. Any origin may read the response, so that an organization's own mini app can ask: no cookie is read, and the
 * widget's list of origins is checked.
 */
export function miniAppSignInRoutes(
  http: Http,
  deps: {
    signIn: MiniAppSignInFeature['signIn']
    countryOf: (request: IncomingMessage) => string
    /** @throws AppError rate_limited */
    countAttempt: (request: { ip: string }) => Promise<void>
  },
): void {
  const params = Type.Object({ channel_id: Type.String() })
  void http.register(async (scope: Http) => {
    scope.addHook('onRequest', async (_request, reply) => {
      reply.headers({ 'access-control-allow-origin': '*', 'cache-control': 'no-store' })
    })

    scope.options(tokenPath, { schema: { hide: true, params } }, async (_request, reply) =>
      reply
        .code(204)
        .headers({
          'access-control-allow-methods': 'POST',
          'access-control-allow-headers': 'content-type',
          // Browsers cap it at two hours.
          'access-control-max-age': '7200',
        })
        .send(),
    )

    scope.post(
      tokenPath,
      {
        schema: {
          tags: ['Widget'],
          summary: 'Exchange the initData of a mini app for a socket token',
          description:
            'Return the token from `getToken`. The same browser may repeat the request for twelve hours, to renew the token.\n\n' +
            'Errors: 401 `init_data_*`, 403 `origin_not_allowed`, 403 `account_closed`, 404 `mini_app_off`.',
          params,
          body: MiniAppSignIn,
          response: { 200: MiniAppToken },
        },
      },
      async (request) => {
        await deps.countAttempt(request)
        const from = { origin: request.headers.origin ?? null, countryCode: deps.countryOf(request.raw) }
        return deps.signIn(request.params.channel_id, request.body, from)
      },
    )
  })
}
