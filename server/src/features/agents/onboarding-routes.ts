import {
  Email,
  InvitationOffer,
  NewAccount,
  Password,
  PersonName,
  SetupInput,
  SetupState,
  type NewAccount as NewAccountType,
} from '@parley/protocol/agent'
import { Language } from '@parley/protocol/provider'
import { closed } from '@parley/protocol/scalars'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import type { Agents } from './agents.ts'
import type { Attempts } from './attempts.ts'
import { clientNetwork } from '../../core/client-network.ts'
import type { Invitations, Invitee } from './invitations.ts'
import type { Passwords } from './passwords.ts'
import type { OriginGuard } from './same-origin.ts'
import type { Sessions } from './sessions.ts'
import type { Setup } from './setup.ts'
import { setCookies, limitPerNetwork } from './sign-in-routes.ts'
import { requireLength, type SignIn } from './sign-in.ts'

const Token = Type.String({ minLength: 1, maxLength: 100 })
const Acceptance = Type.Object(
  {
    token: Token,
    name: Type.Optional(PersonName),
    email: Type.Optional(Email),
    password: Type.Optional(Password),
    /** Of the e-mail that reports the new password of an existing account. */
    language: Type.Optional(Language),
  },
  closed,
)

const signInRequired =
  'With `outcome`: the account was created, but no session could be started, and the new person has to sign in.'

/** Creation of accounts: `/v1/public/setup` and `/v1/public/invitations`. */
export function onboardingRoutes(
  http: Http,
  deps: {
    signIn: SignIn
    passwords: Passwords
    sessions: Sessions
    agents: Agents
    setup: Setup
    invitations: Invitations
    attempts: Attempts
    origin: OriginGuard
  },
): void {
  const { signIn, passwords, sessions, agents, setup, invitations, attempts } = deps
  // These public routes read or set the session cookie.
  const onRequest = deps.origin.refuseForeignOrigin
  const takeAttempt = (what: string, request: FastifyRequest) =>
    attempts.take(`${what} ${clientNetwork(request.ip)}`, limitPerNetwork)

  async function signInNewUser(
    request: FastifyRequest,
    reply: FastifyReply,
    person: { userId: string; name: string; email: string; password: string },
  ): Promise<NewAccountType> {
    const { email, password } = person
    try {
      // Before the session starts, so that a failure leaves none behind.
      const me = await agents.me(person)
      const response = await passwords.startSession(request, { email, password })
      if (!response.ok) throw new Error(`better-auth rejected a new user (${response.status})`)
      setCookies(reply, response.headers.getSetCookie())
      return me
    } catch (error) {
      // The account is committed: a repeated request would be told that it exists, or that the invitation was used.
      request.log.error({ err: error }, 'sign-in: no session after the creation of an account')
      setCookies(reply, [])
      return { outcome: 'sign_in_required' }
    }
  }

  http.get(
    '/v1/public/setup',
    {
      schema: {
        tags: ['Setup'],
        summary: 'Get whether the first organization must be set up, and whether sign-up is open',
        response: { 200: SetupState },
      },
    },
    () => setup.state(),
  )

  http.post(
    '/v1/public/setup',
    {
      onRequest,
      schema: {
        tags: ['Setup'],
        summary: 'Create an organization with its owner, and sign the owner in',
        description: signInRequired,
        body: SetupInput,
        response: { 201: NewAccount },
      },
    },
    async (request, reply) => {
      const { password, token, ...input } = request.body
      await setup.requireOpen()
      await takeAttempt('set-up', request)
      setup.requireToken(token)
      const passwordHash = await signIn.hashPassword(requireLength(password))
      const { userId } = await setup.found({ ...input, passwordHash })
      const account = await signInNewUser(request, reply, { userId, ...input, password })
      return reply.code(201).send(account)
    },
  )

  http.post(
    '/v1/public/invitations/lookup',
    {
      onRequest,
      schema: {
        tags: ['Invitations'],
        summary: 'Get the invitation of a link',
        body: Type.Object({ token: Token }, closed),
        response: { 200: InvitationOffer },
      },
    },
    async (request) => {
      await takeAttempt('invitation', request)
      return invitations.offer(request.body.token)
    },
  )

  http.post(
    '/v1/public/invitations/accept',
    {
      onRequest,
      schema: {
        tags: ['Invitations'],
        summary:
          'Accept an invitation: as a new user with name, e-mail and password, otherwise as the signed-in user',
        description: signInRequired,
        body: Acceptance,
        response: { 200: NewAccount },
      },
    },
    async (request, reply) => {
      const { token, language = 'en' } = request.body
      await takeAttempt('invitation', request)
      const offer = await invitations.offer(token)
      const newUser = readNewUser(request.body, offer.email)
      if (newUser) {
        const { name, email, password } = newUser
        const passwordHash = await signIn.hashPassword(requireLength(password))
        const invitee: Invitee = { kind: 'new', name, email, passwordHash, language }
        const { id: userId } = await invitations.accept(token, invitee)
        return signInNewUser(request, reply, { userId, name, email, password })
      }
      const session = await sessions.sessionOf(request.headers)
      if (!session) {
        throw new AppError('invalid_request', {
          detail: 'Nobody is signed in: a new person needs name, email and password.',
          pointer: '/body',
        })
      }
      await invitations.accept(token, { kind: 'known', userId: session.userId, email: session.email })
      return agents.me(session)
    },
  )
}

/** Returns null when the signed-in user accepts. The email may be omitted if the invitation is bound to one. */
function readNewUser(
  body: Static<typeof Acceptance>,
  boundTo: string | null,
): { name: string; email: string; password: string } | null {
  const email = body.email ?? boundTo
  if (body.name === undefined || body.password === undefined || email === null) return null
  return { name: body.name, email, password: body.password }
}
