import { closed } from '@parley/protocol/scalars'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { Http } from '../../core/http.ts'
import { findMember, memberOf, memberToken, sessionCookie } from './shop-members.ts'

export interface ShopDeps {
  providerId: string
  clock: Clock
  /** Returns the widget's current secret_key. */
  secretKey: () => Promise<string>
}

/** The backend of a shop: sign-in, and the token endpoint of the chat (spec 4.1). */
export function shopRoutes(http: Http, { providerId, clock, secretKey }: ShopDeps): void {
  const hidden = { hide: true }
  const signedIn = async (request: FastifyRequest) => memberOf(request.headers.cookie, await secretKey())

  http.get('/shop/session', { schema: hidden }, async (request, reply) => {
    const member = await signedIn(request)
    return reply.header('cache-control', 'no-store').send({ member })
  })

  http.post(
    '/shop/session',
    { schema: { ...hidden, body: Type.Object({ member: Type.String({ maxLength: 40 }) }, closed) } },
    async (request, reply) => {
      const member = findMember(request.body.member)
      if (!member) throw new AppError('not_found')
      const cookie = sessionCookie(member, await secretKey(), request.protocol === 'https')
      return reply.header('set-cookie', cookie).send({ member })
    },
  )

  http.delete('/shop/session', { schema: hidden }, async (request, reply) => {
    const cookie = sessionCookie(null, await secretKey(), request.protocol === 'https')
    return reply.header('set-cookie', cookie).send({ member: null })
  })

  http.post(
    '/shop/chat-token',
    {
      schema: { ...hidden, body: Type.Object({ jkt: Type.String({ pattern: '^[\\w-]{43}$' }) }, closed) },
    },
    async (request, reply) => {
      const member = await signedIn(request)
      const { jkt } = request.body
      const signing = { jkt, providerId, key: await secretKey(), now: clock() }
      return reply.header('cache-control', 'no-store').send({ token: member && memberToken(member, signing) })
    },
  )
}
