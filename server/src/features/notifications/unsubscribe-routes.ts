import type { Language } from '@parley/protocol/provider'
import { closed, Id } from '@parley/protocol/scalars'
import type { FastifyReply } from 'fastify'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Clock } from '../../core/clock.ts'
import type { Http } from '../../core/http.ts'
import type { SignedLinks } from '../../core/signed-links.ts'
import { notificationMailTexts } from './notification-mail-texts.ts'
import { unsubscribePath } from './notification-mails.ts'

const maxFormBytes = 1024
const params = Type.Object({ agent_id: Id }, closed)
const query = Type.Object(
  { _expiration: Type.Optional(Type.String()), _hash: Type.Optional(Type.String()) },
  closed,
)
const schema = { tags: ['Notifications'], security: [], params, querystring: query }

export interface UnsubscribeDeps {
  links: SignedLinks
  clock: Clock
  /** Turns off e-mails for all kinds. */
  turnOff: (agentId: string) => Promise<void>
  languageOf: (agentId: string) => Promise<Language>
}

/**
 * The link of List-Unsubscribe (RFC 8058). The signature is the only credential. Mail programs send a POST; a GET only asks, because scanners
 * open links.
 */
export function unsubscribeRoutes(http: Http, deps: UnsubscribeDeps): void {
  const path = unsubscribePath(':agent_id')
  const isExpired = (agentId: string, given: { _expiration?: string; _hash?: string }): boolean => {
    const verdict = deps.links.verify(unsubscribePath(agentId), given, deps.clock())
    if (verdict === 'link_invalid') throw new AppError(verdict)
    return verdict === 'link_expired'
  }

  http.get(
    path,
    {
      schema: {
        ...schema,
        summary: 'Ask whether to turn off notifications by e-mail',
        response: { 200: Type.String() },
      },
    },
    async (request, reply) => {
      const { agent_id: agentId } = request.params
      const expired = isExpired(agentId, request.query)
      const language = await deps.languageOf(agentId)
      const { page } = notificationMailTexts[language]
      if (expired) return sendPage(reply, language, page.expired, `<p>${page.expiredHint}</p>`, 410)
      const form = `<p>${page.hint}</p><form method="post"><button>${page.confirm}</button></form>`
      return sendPage(reply, language, page.question, form)
    },
  )

  // Scoped, so that only this route parses form bodies, and nothing else.
  http.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('*', { parseAs: 'string', bodyLimit: maxFormBytes }, (_request, _body, done) =>
      done(null, null),
    )
    ;(forms as Http).post(
      path,
      {
        bodyLimit: maxFormBytes,
        schema: {
          ...schema,
          summary: 'Turn off notifications by e-mail',
          description: 'One click (RFC 8058): the body is ignored.',
          response: { 200: Type.String() },
        },
      },
      async (request, reply) => {
        const { agent_id: agentId } = request.params
        const expired = isExpired(agentId, request.query)
        if (!expired) await deps.turnOff(agentId)
        const language = await deps.languageOf(agentId)
        const { page } = notificationMailTexts[language]
        if (expired) return sendPage(reply, language, page.expired, `<p>${page.expiredHint}</p>`, 410)
        return sendPage(reply, language, page.done, `<p>${page.doneHint}</p>`)
      },
    )
  })
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:36rem;margin:3rem auto;padding:0 1rem}
h1{font-size:20px}button{font:inherit;min-height:44px;padding:0 16px}:root{color-scheme:light dark}`

/** All texts are ours. */
const sendPage = (reply: FastifyReply, language: Language, title: string, content: string, status = 200) =>
  reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    )
    .header('referrer-policy', 'no-referrer')
    .send(
      [
        '<!doctype html>',
        `<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`,
        '<meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        `<title>${title}</title><style>${style}</style><main><h1>${title}</h1>${content}</main>`,
        '',
      ].join('\n'),
    )
