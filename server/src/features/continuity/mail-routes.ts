import { closed, Id } from '@parley/protocol/scalars'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { Http } from '../../core/http.ts'
import {
  endedLinkTexts,
  linkPageHeaders,
  pageLanguage,
  sendLinkPage,
  type LinkPage,
} from '../../core/link-page.ts'
import type { RateLimits } from '../../core/rate-limits.ts'
import { addressKeyPattern, type SignedLinks } from '../../core/signed-links.ts'
import { linkPages } from '../../core/text-response.ts'
import { continuityTexts, fill } from './continuity-texts.ts'
import type { MailAnswers } from './mail-answers.ts'
import type { MailLinks, MailPage } from './mail-links.ts'

/** Of one link. Invalid ones cost a hash and do not count. */
const visits = { burst: 30, perSecond: 0.2 }

const root = '/v1/public/mail/:customer_id/:address_key'
const params = Type.Object(
  { customer_id: Id, address_key: Type.String({ pattern: addressKeyPattern }) },
  closed,
)
const querystring = Type.Object({
  _expiration: Type.Optional(Type.String({ maxLength: 20 })),
  _hash: Type.Optional(Type.String({ maxLength: 200 })),
})
interface Request {
  params: { customer_id: string; address_key: string }
  query: { _expiration?: string; _hash?: string }
}

const summaries = {
  confirm: 'Confirm the address of a mail',
  unsubscribe: 'Send no more of these mails to the address (RFC 8058)',
  subscribe: 'Send these mails to the address again, after it has unsubscribed',
}
type ActionPage = keyof typeof summaries
const actionPages = Object.keys(summaries) as ActionPage[]

export interface MailRouteDeps {
  clock: Clock
  links: SignedLinks
  mailLinks: MailLinks
  rateLimits: RateLimits
  answers: MailAnswers
  titleOf: (organizationId: string, providerId: string) => Promise<string>
  /** A conversation as its customer may read it, as a page with a link to the chat; undefined: it does not exist. */
  conversationPage: (
    conversationId: string,
    language: string,
    chat: { url: string; label: string } | null,
  ) => Promise<string | undefined>
}

/**
 * Pages behind the links of continuity mails. A GET changes nothing, because programs open links, too. The signature is the only
 * credential; without CORS.
 */
export function mailRoutes(http: Http, deps: MailRouteDeps): void {
  const buckets = deps.rateLimits.buckets('mail-pages', visits)

  /**
   * null: the signature is not ours.
   * @throws AppError rate_limited
   */
  function check({ params: { customer_id: id, address_key: key }, query }: Request, page: MailPage) {
    const verdict = deps.links.verify(deps.mailLinks.pathOf(id, key, page), query, deps.clock())
    if (verdict === 'link_invalid') return null
    const waitMs = buckets.take(`${id} ${page}`)
    if (waitMs > 0) throw new AppError('rate_limited', { retryAfter: Math.ceil(waitMs / 1000) })
    return { id, key, expired: verdict === 'link_expired' }
  }

  /** Shown to people. Reveals neither whether the customer exists nor their language. */
  function refuse(request: Pick<FastifyRequest, 'headers'>, reply: FastifyReply, page: MailPage) {
    const language = pageLanguage(request.headers['accept-language'])
    const { pages, view } = continuityTexts[language]
    const title = page === 'conversation' ? view : pages[page].title
    return sendLinkPage(reply, 403, { language, title, text: endedLinkTexts[language], button: null })
  }

  async function show(
    reply: FastifyReply,
    { id, key }: { id: string; key: string },
    page: ActionPage,
    state: 'ask' | 'done' | 'ended',
  ) {
    const found = await deps.answers.reader(id, key)
    const language = pageLanguage(found?.customer.language ?? 'en')
    const { pages } = continuityTexts[language]
    const { title, text, button, done } = pages[page]
    const send = (status: number, rest: Pick<LinkPage, 'text' | 'button' | 'undo'>) =>
      sendLinkPage(reply, status, { language, title, ...rest })
    if (state === 'ended' || (!found && page !== 'unsubscribe'))
      return send(410, { text: endedLinkTexts[language], button: null })
    if (!found) return send(200, state === 'done' ? { text: done, button: null } : { text: '', button })
    if (state === 'done' && page !== 'unsubscribe') return send(200, { text: done, button: null })
    const { organizationId, customer } = found
    const values = { title: await deps.titleOf(organizationId, customer.provider_id), email: customer.email }
    if (state === 'ask') return send(200, { text: fill(text, values), button })
    // The button confirms the address, so the page names it.
    const { subscribe } = pages
    const action = deps.mailLinks.link(id, key, 'subscribe', deps.clock())
    const undo = { text: fill(subscribe.text, values), action }
    return send(200, { text: done, button: subscribe.button, undo })
  }

  for (const page of actionPages) {
    http.get(
      `${root}/${page}`,
      {
        schema: {
          tags: ['Widget'],
          summary: `Show the page of a mail’s link: ${page}`,
          security: [],
          params,
          querystring,
          response: linkPages,
        },
      },
      async (request, reply) => {
        const link = check(request, page)
        if (link === null) return refuse(request, reply, page)
        if (link.expired) return show(reply, link, page, 'ended')
        const isDone = page === 'unsubscribe' && (await deps.answers.isUnsubscribed(link.id, link.key))
        return show(reply, link, page, isDone ? 'done' : 'ask')
      },
    )
  }

  // Scoped, so that only these routes parse form bodies. The content is ignored: the link identifies the action.
  void http.register(async (forms: Http) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser(
      '*',
      { parseAs: 'string', bodyLimit: 4096 },
      (_request: unknown, _body: unknown, next: (error: null) => void) => next(null),
    )
    for (const page of actionPages) {
      forms.post(
        `${root}/${page}`,
        {
          schema: {
            tags: ['Widget'],
            summary: summaries[page],
            security: [],
            params,
            querystring,
            response: linkPages,
          },
        },
        async (request, reply) => {
          const link = check(request, page)
          if (link === null) return refuse(request, reply, page)
          const { id, key, expired } = link
          const isDone = !expired && (await deps.answers[page](id, key))
          return show(reply, { id, key }, page, isDone ? 'done' : 'ended')
        },
      )
    }
  })

  http.get(
    `${root}/conversation`,
    {
      schema: {
        tags: ['Widget'],
        summary: 'Read the conversation of a mail',
        security: [],
        params,
        querystring,
        response: linkPages,
      },
    },
    async (request, reply) => {
      const link = check(request, 'conversation')
      if (link === null) return refuse(request, reply, 'conversation')
      const { id, key, expired } = link
      const found = expired ? undefined : await deps.answers.conversation(id, key)
      const label = continuityTexts[pageLanguage(found?.language ?? 'en')].chat
      const chat = found?.chatUrl ? { url: found.chatUrl, label } : null
      const page = found && (await deps.conversationPage(found.id, found.language, chat))
      if (page) return reply.headers(linkPageHeaders('sandbox; ')).send(page)
      const reader = await deps.answers.reader(id, key)
      const language = pageLanguage(reader?.customer.language ?? 'en')
      const title = continuityTexts[language].view
      return sendLinkPage(reply, 410, { language, title, text: endedLinkTexts[language], button: null })
    },
  )
}
