import { TranscriptSent } from '@parley/protocol/mail'
import { closed, Id } from '@parley/protocol/scalars'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { Http } from '../../core/http.ts'
import { endedLinkTexts, pageLanguage, sendLinkPage } from '../../core/link-page.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import { addressKeyPattern, type SignedLinks } from '../../core/signed-links.ts'
import { isTimeZone } from '../../core/time-zone.ts'
import { linkPages } from '../../core/text-response.ts'
import { transcriptPage } from './transcript-page.ts'
import { transcriptTexts } from './transcript-texts.ts'
import { transcriptPath, type Transcripts } from './transcripts.ts'

/** Downloads of one conversation. Invalid links cost one hash and do not count. */
const downloads = { burst: 10, perSecond: 0.1 }

const querystring = Type.Object({
  _expiration: Type.Optional(Type.String({ maxLength: 20 })),
  _hash: Type.Optional(Type.String({ maxLength: 200 })),
  language: Type.Optional(Type.String({ maxLength: 35 })),
  time_zone: Type.Optional(Type.String({ maxLength: 64 })),
})

/** The signature is the only credential, as for messages_url. Without CORS, because the link must not reach web pages. */
export function transcriptRoutes(
  http: Http,
  deps: {
    transcripts: Transcripts
    links: SignedLinks
    rateLimits: RateLimits
    clock: Clock
    authorizeAgent: AuthorizeAgent
  },
): void {
  const buckets = deps.rateLimits.buckets('transcript-downloads', downloads)

  /** @param address as in `transcriptPath` */
  async function send(
    request: FastifyRequest<{ Querystring: Static<typeof querystring> }>,
    reply: FastifyReply,
    { id, address }: { id: string; address: string | null },
  ) {
    reply.header('cache-control', 'no-store')
    const { time_zone: zone = 'UTC' } = request.query
    const language = pageLanguage(request.query.language ?? request.headers['accept-language'])
    const refuse = (status: 403 | 410) => {
      const { title } = transcriptTexts[language]
      return sendLinkPage(reply, status, { language, title, text: endedLinkTexts[language], button: null })
    }
    const verdict = deps.links.verify(transcriptPath(id, address), request.query, deps.clock())
    if (verdict !== 'valid') return refuse(verdict === 'link_expired' ? 410 : 403)
    const waitMs = buckets.take(id)
    if (waitMs > 0) throw new AppError('rate_limited', { retryAfter: Math.ceil(waitMs / 1000) })
    const transcript = await deps.transcripts.read(id, address)
    if (!transcript && address !== null) return refuse(410)
    if (!transcript) throw new AppError('not_found')
    const page = transcriptPage(transcript, { language, timeZone: isTimeZone(zone) ? zone : 'UTC' })
    return (
      reply
        .type('text/html; charset=utf-8')
        // A download, so that a visitor's text never opens as a page of the service.
        .header('content-disposition', `attachment; filename="conversation-${id.slice(0, 8)}.html"`)
        .header('content-security-policy', "sandbox; default-src 'none'; style-src 'unsafe-inline'")
        .header('x-content-type-options', 'nosniff')
        .header('referrer-policy', 'no-referrer')
        .send(page)
    )
  }

  http.get(
    '/v1/public/transcripts/:conversation_id',
    {
      schema: {
        tags: ['Widget'],
        summary: 'Download a conversation as HTML, by a signed link that its customer requested',
        security: [],
        params: Type.Object({ conversation_id: Id }, closed),
        querystring,
        response: linkPages,
      },
    },
    (request, reply) => send(request, reply, { id: request.params.conversation_id, address: null }),
  )

  http.get(
    '/v1/public/transcripts/:conversation_id/:address_key',
    {
      schema: {
        tags: ['Widget'],
        summary:
          'Download a conversation as HTML, by the signed link of an e-mail to its customer. Ends with the address',
        security: [],
        params: Type.Object(
          { conversation_id: Id, address_key: Type.String({ pattern: addressKeyPattern }) },
          closed,
        ),
        querystring,
        response: linkPages,
      },
    },
    (request, reply) =>
      send(request, reply, { id: request.params.conversation_id, address: request.params.address_key }),
  )

  http.post(
    '/v1/organizations/:organization_id/conversations/:conversation_id/transcript',
    {
      schema: {
        tags: ['Conversations'],
        summary: 'Send the customer a link to the conversation by e-mail',
        description:
          'To the address of the customer. 3 per customer and address and hour; 5 per address, 100 per agent and 500 per organization in 24 hours.',
        params: Type.Object({ organization_id: Id, conversation_id: Id }, closed),
        response: { 202: TranscriptSent },
      },
    },
    async (request, reply) => {
      const { organization_id: organizationId, conversation_id: id } = request.params
      const agent = await deps.authorizeAgent(request, organizationId)
      return reply.code(202).send(await deps.transcripts.sendByAgent(agent, id))
    },
  )
}
