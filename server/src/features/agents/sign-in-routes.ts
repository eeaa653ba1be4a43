import { Me, Password, PersonName } from '@parley/protocol/agent'
import type { ErrorCode } from '@parley/protocol/error'
import { closed } from '@parley/protocol/scalars'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { Check } from 'typebox/value'
import { AppError } from '../../core/app-error.ts'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { Http } from '../../core/http.ts'
import type { Agents } from './agents.ts'
import type { AttemptLimit, Attempts } from './attempts.ts'
import { clientNetwork } from '../../core/client-network.ts'
import type { Passwords } from './passwords.ts'
import { normalizeEmail, updateName } from './person-store.ts'
import type { Sessions } from './sessions.ts'
import { requireLength, type SignIn } from './sign-in.ts'

const tags = ['Sign-in']

/** Each attempt costs a scrypt hash, about 50 ms of CPU time. */
export const limitPerNetwork: AttemptLimit = { max: 30, seconds: 60 }

const User = Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }, closed)
const SignedIn = Type.Object({ user: User }, closed)
const Done = Type.Object({}, closed)

/** Maps better-auth's error codes. Unlisted codes are mapped by status. */
const codes: Record<string, ErrorCode> = {
  INVALID_EMAIL_OR_PASSWORD: 'credentials_invalid',
  // An address that better-auth considers malformed belongs to no account.
  INVALID_EMAIL: 'credentials_invalid',
}
const codesByStatus: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  429: 'rate_limited',
}

/** The fields of better-auth's responses that are used here. */
const Answer = Type.Object({
  user: Type.Optional(
    Type.Union([Type.Object({ id: Type.String(), name: Type.String(), email: Type.String() }), Type.Null()]),
  ),
  code: Type.Optional(Type.String()),
})

/**
 * Sign-in, sign-out and changes of the password and name, under /v1/auth, and /v1/me. better-auth's response bodies are not
 * passed on, because they contain the session token, which must only be in the HttpOnly cookie. It does not end sessions or change
 * names, because it answers some failed queries with success or "signed out".
 */
export function signInRoutes(
  http: Http,
  deps: {
    db: Database
    clock: Clock
    signIn: SignIn
    passwords: Passwords
    sessions: Sessions
    agents: Agents
    attempts: Attempts
    onSessionEnded: (session: { id: string; userId: string }) => Promise<void>
    onPersonChanged: (userId: string) => Promise<void>
  },
): void {
  const { db, clock, signIn, passwords, sessions, agents, attempts } = deps

  async function askSession(request: FastifyRequest, reply: FastifyReply): Promise<Static<typeof Answer>> {
    // better-auth also accepts forms of the cookie that would not be counted, such as quoted ones.
    if (sessions.count(request.headers)) return read(await signIn.ask('GET', '/get-session', request), reply)
    setCookies(reply, [])
    return {}
  }

  /** Returns better-auth's response, or an empty object for null. @throws AppError with better-auth's error mapped to ours */
  async function read(response: Response, reply: FastifyReply): Promise<Static<typeof Answer>> {
    setCookies(reply, response.headers.getSetCookie())
    const json: unknown = await response.json()
    const answer = Check(Answer, json) ? json : {}
    if (!response.ok) throw toAppError(response.status, answer.code)
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
      await attempts.take(`sign-in ${clientNetwork(request.ip)}`, limitPerNetwork)
      const { password } = request.body
      const answer = await read(await passwords.signIn(request, { email, password }), reply)
      if (!answer.user) throw new Error('better-auth returned no user')
      return { user: publicUser(answer.user) }
    },
  )

  http.post(
    '/v1/auth/sign-out',
    {
      schema: {
        tags,
        summary: 'Sign out: end the session and close its sockets',
        response: { 200: Done },
      },
    },
    async (request, reply) => {
      const ended = await sessions.end(request.headers)
      if (ended) await deps.onSessionEnded({ id: ended.sessionId, userId: ended.userId })
      // Only clears the cookies: without a session cookie, better-auth queries nothing.
      await read(await signIn.ask('POST', '/sign-out', { ip: request.ip, headers: {} }, {}), reply)
      return {}
    },
  )

  http.get(
    '/v1/auth/get-session',
    {
      schema: {
        tags,
        summary: 'Get the signed-in user, or null',
        response: { 200: Type.Union([SignedIn, Type.Null()]) },
      },
    },
    async (request, reply) => {
      const answer = await askSession(request, reply)
      return answer.user ? { user: publicUser(answer.user) } : null
    },
  )

  http.post(
    '/v1/auth/change-password',
    {
      schema: {
        tags,
        summary: 'Change the password. Ends all other sessions of this user',
        body: Type.Object({ currentPassword: Password, newPassword: Password }, closed),
        response: { 200: Done },
      },
    },
    async (request, reply) => {
      const session = await sessions.sessionOf(request.headers)
      if (!session) throw new AppError('unauthenticated')
      const { userId } = session
      const { currentPassword, newPassword } = request.body
      const password = requireLength(newPassword, '/body/newPassword')
      const verifiedHash = await passwords.verify(session, currentPassword)
      const changed = await passwords.change(userId, { verifiedHash, newPassword: password })
      try {
        // First: the person's other windows look for the new session soon after theirs has ended.
        await read(await passwords.startSession(request, { email: changed.person.email, password }), reply)
      } catch (error) {
        // The change is committed. The panel asks for a sign-in, which needs the new password.
        request.log.error({ err: error }, 'sign-in: no session after a change of the password')
      }
      for (const id of changed.sessionIds) await deps.onSessionEnded({ id, userId })
      return {}
    },
  )

  http.post(
    '/v1/auth/update-user',
    {
      schema: {
        tags,
        summary: 'Change your name',
        body: Type.Object({ name: PersonName }, closed),
        response: { 200: Done },
      },
    },
    async (request) => {
      const session = await sessions.sessionOf(request.headers)
      if (!session) throw new AppError('unauthenticated')
      await updateName(db, session.userId, request.body.name, timestamp(clock()))
      await deps.onPersonChanged(session.userId)
      return {}
    },
  )

  http.get(
    '/v1/me',
    { schema: { tags, summary: 'Get the signed-in user and their organizations', response: { 200: Me } } },
    async (request, reply) => {
      // Read through better-auth, which extends the session. The panel calls this when it opens.
      const answer = await askSession(request, reply)
      if (!answer.user) throw new AppError('unauthenticated')
      return agents.me({ ...answer.user, userId: answer.user.id })
    },
  )
}

/** Drops the other fields of better-auth's user. */
const publicUser = ({ id, name, email }: Static<typeof User>): Static<typeof User> => ({ id, name, email })

/** Sets each cookie in its own header: Set-Cookie values cannot be joined by commas. */
export function setCookies(reply: FastifyReply, cookies: string[]): void {
  reply.header('cache-control', 'no-store')
  if (cookies.length > 0) reply.header('set-cookie', cookies)
}

function toAppError(status: number, code = ''): Error {
  const known = codes[code] ?? codesByStatus[status]
  if (known) return new AppError(known)
  // better-auth's database query failed; it has logged the error.
  if (code === 'FAILED_TO_GET_SESSION') return new AppError('unavailable')
  if (status < 500) return new AppError('invalid_request', { detail: `Refused: ${code}` })
  return new Error(`better-auth answered ${status}`)
}
