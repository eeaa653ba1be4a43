import type { Language } from '@parley/protocol/provider'
import { closed, Id } from '@parley/protocol/scalars'
import type { FastifyReply, FastifyRequest } from 'fastify'
import Type, { type Static } from 'typebox'
import type { Clock } from '../../core/clock.ts'
import type { Http } from '../../core/http.ts'
import { pageLanguage, sendLinkPage } from '../../core/link-page.ts'
import type { SignedLinks } from '../../core/signed-links.ts'
import { linkPages } from '../../core/text-response.ts'
import { notificationMailTexts } from './notification-mail-texts.ts'
import { unsubscribePath } from './notification-mails.ts'

const maxFormBytes = 1024
const params = Type.Object({ agent_id: Id }, closed)
const query = Type.Object(
  { _expiration: Type.Optional(Type.String()), _hash: Type.Optional(Type.String()) },
  closed,
)
const schema = { tags: ['Notifications'], security: [], params, querystring: query, response: linkPages }

interface Request extends Pick<FastifyRequest, 'headers'> {
  params: Static<typeof params>
  query: Static<typeof query>
}

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
  /** Sends the page for a link that is not ours, or no longer valid. Returns whether it did. */
  async function refuse({ params, query, headers }: Request, reply: FastifyReply): Promise<boolean> {
    const { agent_id: agentId } = params
    const verdict = deps.links.verify(unsubscribePath(agentId), query, deps.clock())
    if (verdict === 'valid') return false
    // A link that is not ours does not tell whose language it is.
    const language =
      verdict === 'link_invalid' ? pageLanguage(headers['accept-language']) : await deps.languageOf(agentId)
    const { expired: title, expiredHint: text } = notificationMailTexts[language].page
    sendLinkPage(reply, verdict === 'link_expired' ? 410 : 403, { language, title, text, button: null })
    return true
  }

  http.get(
    path,
    { schema: { ...schema, summary: 'Ask whether to turn off notifications by e-mail' } },
    async (request, reply) => {
      if (await refuse(request, reply)) return reply
      const language = await deps.languageOf(request.params.agent_id)
      const { question: title, hint: text, confirm: button } = notificationMailTexts[language].page
      return sendLinkPage(reply, 200, { language, title, text, button })
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
        },
      },
      async (request, reply) => {
        if (await refuse(request, reply)) return reply
        const { agent_id: agentId } = request.params
        await deps.turnOff(agentId)
        const language = await deps.languageOf(agentId)
        const { done: title, doneHint: text } = notificationMailTexts[language].page
        return sendLinkPage(reply, 200, { language, title, text, button: null })
      },
    )
  })
}
