import type { AgentFace } from '@parley/protocol/agent'
import { MessageSent } from '@parley/protocol/message'
import { MessageInput } from '@parley/protocol/message-input'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import { keyOrSession, type AuthorizeAccess } from '../../core/permissions.ts'
import type { Conversations } from './conversations.ts'
import type { Messages } from './messages.ts'
import type { Sender } from './sender.ts'

/** As an admin, because the sender can be any agent. */
const write = { role: 'admin', scope: 'messages:write' } as const

/** Messages of the organization's own programs. Their rate is limited with all other requests of the API key. */
export function messageRoutes(
  http: Http,
  deps: {
    messages: Pick<Messages, 'send' | 'wasSent'>
    conversations: Pick<Conversations, 'find'>
    agentExists: (organizationId: string, agentId: string) => Promise<boolean>
    faceOf: (organizationId: string, agentId: string) => Promise<AgentFace | undefined>
    authorize: AuthorizeAccess
  },
): void {
  async function senderOf(
    { sender, client_id }: MessageInput,
    to: { organizationId: string; customerId: string },
  ): Promise<Sender> {
    if (sender.type === 'system') return { type: 'system', ...to, owner: null }
    // A repeat succeeds even if its agent was removed since.
    const isKnown =
      (await deps.agentExists(to.organizationId, sender.agent_id)) ||
      (await deps.messages.wasSent(to.customerId, sender.agent_id, client_id))
    const agent = isKnown ? await deps.faceOf(to.organizationId, sender.agent_id) : undefined
    if (!agent) throw new AppError('agent_unknown', { pointer: '/body/sender/agent_id' })
    return { type: 'agent', agent, byApi: true, ...to, owner: null }
  }

  http.post(
    '/v1/organizations/:organization_id/conversations/:conversation_id/messages',
    {
      schema: {
        tags: ['Conversations'],
        security: keyOrSession(write.scope),
        summary: 'Send a message to an open conversation',
        description:
          'Idempotent: if a response is lost, repeat the request with the same `client_id`. The first request returns 201, a repeat 200 and ' +
          '`duplicate: true`. Text only; attachments are not supported.\n\n' +
          'Errors: 404 `not_found`, 409 `conversation_closed`, 409 `client_id_conflict` (the `client_id` was used for another message), 422 `message_empty`, ' +
          '422 `agent_unknown`, 422 `reply_target_unknown`, 429 `rate_limited`.',
        params: Type.Object({ organization_id: Id, conversation_id: Id }, closed),
        body: MessageInput,
        response: { 200: MessageSent, 201: MessageSent },
      },
    },
    async (request, reply) => {
      const { organizationId } = await deps.authorize(request, request.params.organization_id, write)
      const conversation = await deps.conversations.find(organizationId, request.params.conversation_id)
      if (!conversation) throw new AppError('not_found')
      const to = { organizationId, customerId: conversation.customer_id }
      const { client_id, content, reply_to_id } = request.body
      const sent = await deps.messages.send(await senderOf(request.body, to), {
        client_id,
        content,
        ...(reply_to_id !== undefined && { reply_to_id }),
        conversationId: conversation.id,
      })
      return reply.code(sent.duplicate ? 200 : 201).send(sent)
    },
  )
}
