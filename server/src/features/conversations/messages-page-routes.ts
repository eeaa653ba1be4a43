import type { Media, MediaRecord } from '@parley/protocol/media'
import { MessagesPage, MessagesQuery } from '@parley/protocol/messages-page'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { Database } from '../../core/database.ts'
import type { Http } from '../../core/http.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import type { SignedLinks } from '../../core/signed-links.ts'
import { messagesPage } from './messages-page.ts'
import { messagesPath } from './messages-path.ts'

/**
 * Requests for pages of one conversation: 10,000 messages at once, so that a leaked link cannot keep the database
 * busy. Invalid links cost one hash and do not count.
 */
const pagesOfConversation = { burst: 100, perSecond: 10 }

/**
 * The link of conversation.ended (spec 4.3). The signature is the only credential. Without CORS, because the link must not
 * reach web pages.
 */
export function messagesPageRoutes(
  http: Http,
  deps: {
    db: Database
    links: SignedLinks
    clock: Clock
    rateLimits: RateLimits
    withLinks: (media: MediaRecord[]) => Media[]
  },
): void {
  const buckets = deps.rateLimits.buckets('message-pages', pagesOfConversation)
  http.get(
    '/v1/public/webhook/conversations/:conversation_id/messages',
    {
      schema: {
        tags: ['Webhooks'],
        summary: 'List messages of a conversation, by the signed link from conversation.ended',
        security: [],
        params: Type.Object({ conversation_id: Id }, closed),
        querystring: MessagesQuery,
        response: { 200: MessagesPage },
      },
    },
    async (request, reply) => {
      // Also for errors: caches may store a 404 or 410 without this header.
      reply.header('cache-control', 'no-store')
      const { conversation_id: id } = request.params
      const verdict = deps.links.verify(messagesPath(id), request.query, deps.clock())
      if (verdict !== 'valid') throw new AppError(verdict)
      const milliseconds = buckets.take(id)
      if (milliseconds > 0) throw new AppError('rate_limited', { retryAfter: Math.ceil(milliseconds / 1000) })
      return messagesPage(deps, id, request.query)
    },
  )
}
