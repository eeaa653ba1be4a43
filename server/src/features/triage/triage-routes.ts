import { Conversation } from '@parley/protocol/conversation'
import { closed, Id } from '@parley/protocol/scalars'
import { PriorityInput, SnoozeInput } from '@parley/protocol/triage'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { Triage } from './triage.ts'

const tags = ['Conversations']
const base = '/v1/organizations/:organization_id/conversations/:conversation_id'
const params = Type.Object({ organization_id: Id, conversation_id: Id }, closed)
const response = { 200: Conversation }

/** All three commands are idempotent. */
export function triageRoutes(
  http: Http,
  deps: {
    triage: Triage
    authorizeAgent: AuthorizeAgent
    conversation: (organizationId: string, conversationId: string) => Promise<Conversation | undefined>
  },
): void {
  const { triage, authorizeAgent } = deps

  async function shown(organizationId: string, conversationId: string): Promise<Conversation> {
    const conversation = await deps.conversation(organizationId, conversationId)
    if (!conversation) throw new AppError('not_found')
    return conversation
  }

  http.put(
    `${base}/priority`,
    { schema: { tags, summary: 'Set the priority, or remove it', params, body: PriorityInput, response } },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId } = request.params
      const by = await authorizeAgent(request, organizationId)
      await triage.prioritize(by, conversationId, request.body.priority)
      return shown(organizationId, conversationId)
    },
  )

  http.post(
    `${base}/snooze`,
    {
      schema: {
        tags,
        summary: 'Snooze an open conversation',
        description:
          'It leaves the open lists until then, or until the customer writes. Its status stays `open`.',
        params,
        body: SnoozeInput,
        response,
      },
    },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId } = request.params
      const by = await authorizeAgent(request, organizationId)
      await triage.snooze(by, conversationId, request.body)
      return shown(organizationId, conversationId)
    },
  )

  http.post(
    `${base}/unsnooze`,
    { schema: { tags, summary: 'End the snooze of a conversation', params, response } },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId } = request.params
      const by = await authorizeAgent(request, organizationId)
      await triage.wake(organizationId, conversationId, { reason: 'agent', by })
      return shown(organizationId, conversationId)
    },
  )
}
