import { Conversation } from '@parley/protocol/conversation'
import { closed, Id } from '@parley/protocol/scalars'
import { PriorityInput, SnoozeInput } from '@parley/protocol/triage'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import { keyOrSession, type AuthorizeAccess } from '../../core/permissions.ts'
import type { Triage, TriageBy } from './triage.ts'

const tags = ['Conversations']
const base = '/v1/organizations/:organization_id/conversations/:conversation_id'
const params = Type.Object({ organization_id: Id, conversation_id: Id }, closed)
const response = { 200: Conversation }

const write = { role: 'agent', scope: 'conversations:write' } as const
const security = keyOrSession(write.scope)

/** All three commands are idempotent. */
export function triageRoutes(
  http: Http,
  deps: {
    triage: Triage
    authorize: AuthorizeAccess
    conversation: (organizationId: string, conversationId: string) => Promise<Conversation | undefined>
  },
): void {
  const { triage } = deps

  async function callerOf(
    request: Parameters<AuthorizeAccess>[0],
    organizationId: string,
  ): Promise<TriageBy> {
    const caller = await deps.authorize(request, organizationId, write)
    return 'agentId' in caller ? caller : { organizationId, agentId: null, face: null }
  }

  async function shown(organizationId: string, conversationId: string): Promise<Conversation> {
    const conversation = await deps.conversation(organizationId, conversationId)
    if (!conversation) throw new AppError('not_found')
    return conversation
  }

  http.put(
    `${base}/priority`,
    {
      schema: {
        tags,
        security,
        summary: 'Set the priority, or remove it',
        params,
        body: PriorityInput,
        response,
      },
    },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId } = request.params
      const by = await callerOf(request, organizationId)
      await triage.prioritize(by, conversationId, request.body.priority)
      return shown(organizationId, conversationId)
    },
  )

  http.post(
    `${base}/snooze`,
    {
      schema: {
        tags,
        security,
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
      const by = await callerOf(request, organizationId)
      await triage.snooze(by, conversationId, request.body)
      return shown(organizationId, conversationId)
    },
  )

  http.post(
    `${base}/unsnooze`,
    { schema: { tags, security, summary: 'End the snooze of a conversation', params, response } },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId } = request.params
      const by = await callerOf(request, organizationId)
      await triage.wake(organizationId, conversationId, { reason: 'agent', by })
      return shown(organizationId, conversationId)
    },
  )
}
