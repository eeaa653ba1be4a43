import { MessageMails } from '@parley/protocol/mailbox'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../../core/app-error.ts'
import type { Database } from '../../../core/database.ts'
import type { Http } from '../../../core/http.ts'
import type { AuthorizeAgent } from '../../../core/permissions.ts'
import { htmlPage } from '../../../core/text-response.ts'
import { originalPage, originalPolicy } from './mail-original.ts'
import { mailsOfCustomer, originalOf } from './mail-store.ts'

const tags = ['Channels']
const root = '/v1/organizations/:organization_id/conversations/:conversation_id'

export interface MailRouteDeps {
  db: Database
  authorizeAgent: AuthorizeAgent
  findConversation: (
    organizationId: string,
    conversationId: string,
  ) => Promise<{ id: string; customer_id: string } | undefined>
  findMessage: (
    customerId: string,
    messageId: string,
  ) => Promise<{ conversation_id: string; deleted_at: string | null } | undefined>
}

/** What messages were as e-mails: for all agents, session only. */
export function mailRoutes(
  http: Http,
  { db, authorizeAgent, findConversation, findMessage }: MailRouteDeps,
): void {
  http.get(
    `${root}/mails`,
    {
      schema: {
        tags,
        summary: "Get what the last 200 e-mails of a conversation's customer were",
        params: Type.Object({ organization_id: Id, conversation_id: Id }, closed),
        response: { 200: MessageMails },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      const conversation = await findConversation(organizationId, request.params.conversation_id)
      if (!conversation) throw new AppError('not_found')
      const mails = await mailsOfCustomer(db, organizationId, conversation.customer_id)
      return {
        data: mails.map(({ contact, from_name: name, ...mail }) => ({
          ...mail,
          from: { name, address: contact },
        })),
      }
    },
  )

  http.get(
    `${root}/messages/:message_id/original`,
    {
      schema: {
        tags,
        summary: 'Get the HTML of an e-mail as an isolated page, without scripts, links and remote content',
        params: Type.Object({ organization_id: Id, conversation_id: Id, message_id: Id }, closed),
        response: { 200: htmlPage },
      },
    },
    async (request, reply) => {
      const { conversation_id: conversationId, message_id: messageId } = request.params
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      const mail = await originalOf(db, organizationId, messageId)
      const message = mail && (await findMessage(mail.customer_id, messageId))
      if (!mail?.html || message?.conversation_id !== conversationId || message.deleted_at !== null)
        throw new AppError('not_found')
      return reply
        .headers({
          'content-type': 'text/html; charset=utf-8',
          'content-security-policy': originalPolicy,
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
          'x-dns-prefetch-control': 'off',
          'cross-origin-resource-policy': 'same-origin',
          'cache-control': 'private, no-store',
        })
        .send(originalPage(mail.html))
    },
  )
}
