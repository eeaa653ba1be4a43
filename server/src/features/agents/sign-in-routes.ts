import { Me, Password, PersonName } from '@parley/protocol/agent'
import type { ErrorCode } from '@parley/protocol/error'
import { closed } from '@parley/protocol/scalars'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import { hashToken } from '../../core/secrets.ts'
import type { Agents } from './agents.ts'
import type { AttemptLimit, Attempts } from './attempts.ts'
import { clientNetwork } from './client-address.ts'
import { normalizeEmail } from './person-store.ts'
import type { Sessions } from './sessions.ts'
import type { AuthPath, SignIn } from './sign-in.ts'

const tags = ['Sign-in']

/** Each try costs a password hash (scrypt, some 50 ms of a core). */
export const triesByAddress: AttemptLimit = { max: 30, seconds: 60 }
/** Whatever addresses they come from: 10 characters last for long at 40 guesses an hour. */
const wrongPasswords: AttemptLimit = { max: 10, seconds: 15 * 60 }

const User = Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }, closed)
const SignedIn = Type.Object({ user: User }, closed)
const Done = Type.Object({}, closed)

/** better-auth's words for a no; whatever is not listed goes by its status. */
const codes: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'credentials_invalid',
  // An address that better-auth finds malformed belongs to nobody.
  INVALID_EMAIL: 'credentials_invalid',
  INVALID_PASSWORD: 'credentials_invalid',
  PASSWORD_TOO_SHORT: 'password_weak',
}
const codesByStatus: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
}

/** What of better-auth's JSON is read here. */
const Answer = Type.Object({
  user: Type.Optional(
    Type.Union([Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }), Type.Null()]),
  ),
  code: Type.Optional(Type.String()),
})

/**
 * The five addresses of better-auth that the panel uses, under /v1/auth, and /v1/me. The session's token stands
 * in the HttpOnly cookie alone: better-auth's answers also carry it, and are not passed on.
 */
export function signInRoutes(
  http: Http,
  deps: { signIn: SignIn; sessions: Sessions; agents: Agents; attempts: Attempts },
): void {
  const { signIn, sessions, agents, attempts } = deps

  /** What it answers; an empty one for null. @throws AppError what better-auth refused, in our codes */
  async function ask(
    method: 'GET' | 'POST',
    path: AuthPath,
    request: FastifyRequest,
    reply: FastifyReply,
    body?: object,
  ): Promise<Static<typeof Answer>> {
    const response = await signIn.ask(method, path, request, body)
    passCookies(reply, response.headers.getSetCookie())
    const json: unknown = await response.json()
    const answer = Check(Answer, json) ? json : {}
    if (!response.ok) throw refusal(response.status, answer.code)
    return answer
  }

  http.post(
    '/v1/auth/sign-in/email',
    {
      schema: {
        tags,
        summary: 'Sign in with e-mail and password',
        body: Type.Object({ email: Type.String({ maxLength: 254 }), password: Password }, closed),
        response: { 200: SignedIn },
      },
    },
    async (request, reply) => {
      const email = normalizeEmail(request.body.email)
      await attempts.take(`sign-in ${clientNetwork(request.ip)}`, triesByAddress)
      // By a hash: what somebody typed may be anything, also a password.
      const person = `password ${hashToken(email)}`
      await attempts.take(person, wrongPasswords)
      const answer = await ask('POST', '/sign-in/email', request, reply, {
        email,
        password: request.body.password,
      })
      await attempts.forget(person)
      if (!answer.user) throw new Error('better-auth signed in nobody')
      return { user: face(answer.user) }
    },
  )

  http.post(
    '/v1/auth/sign-out',
    {
      schema: {
        tags,
        summary: 'Sign out: ends the session and its sockets',
        response: { 200: Done },
      },
    },
    async (request, reply) => {
      await ask('POST', '/sign-out', request, reply, {})
      return {}
    },
  )

  http.get(
    '/v1/auth/get-session',
    {
      schema: {
        tags,
        summary: 'Who is signed in, or null',
        response: { 200: Type.Union([SignedIn, Type.Null()]) },
      },
    },
    async (request, reply) => {
      const answer = await ask('GET', '/get-session', request, reply)
      return answer.user ? { user: face(answer.user) } : null
    },
  )

  http.post(
    '/v1/auth/change-password',
    {
      schema: {
        tags,
        summary: 'Change the password: every other session of this person ends',
        body: Type.Object({ currentPassword: Password, newPassword: Password }, closed),
        response: { 200: Done },
      },
    },
    async (request, reply) => {
      const session = await sessions.sessionOf(request.headers)
      if (!session) throw new AppError('unauthenticated')
      const person = `password ${hashToken(session.email)}`
      await attempts.take(person, wrongPasswords)
      const body = { ...request.body, revokeOtherSessions: true }
      await ask('POST', '/change-password', request, reply, body)
      await attempts.forget(person)
      return {}
    },
  )

  http.post(
    '/v1/auth/update-user',
    {
      schema: {
        tags,
        summary: 'Change the own name',
        body: Type.Object({ name: PersonName }, closed),
        response: { 200: Done },
      },
    },
    async (request, reply) => {
      await ask('POST', '/update-user', request, reply, { name: request.body.name.trim() })
      return {}
    },
  )

  http.get(
    '/v1/me',
    { schema: { tags, summary: 'Who is signed in, and where they work', response: { 200: Me } } },
    async (request, reply) => {
      // By better-auth, so that a session in use is prolonged; every panel asks this when it opens.
      const answer = await ask('GET', '/get-session', request, reply)
      if (!answer.user) throw new AppError('unauthenticated')
      return agents.me({ ...answer.user, userId: answer.user.id })
    },
  )
}

/** Its JSON has more of a person than is listed in our answers. */
const face = ({ id, name, email }: Static<typeof User>): Static<typeof User> => ({ id, name, email })

/** Several cookies are several headers: joined by commas they would be one broken cookie. */
export function passCookies(reply: FastifyReply, cookies: string[]): void {
  reply.header('cache-control', 'no-store')
  if (cookies.length > 0) reply.header('set-cookie', cookies)
}

function refusal(status: number, code = ''): Error {
  const known = codes[code] ?? codesByStatus[status]
  if (known) return new AppError(known)
  // Says only that its database failed, and has logged how.
  if (code === 'FAILED_TO_GET_SESSION') return new AppError('unavailable')
  if (status < 500) return new AppError('invalid_request', { detail: `Refused: ${code}` })
  return new Error(`better-auth answered ${status}`)
}
