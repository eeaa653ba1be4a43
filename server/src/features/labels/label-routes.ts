import { ConversationLabels, Label, LabelChange, LabelInput } from '@parley/protocol/label'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import { keyOrSession, type AuthorizeAccess } from '../../core/permissions.ts'
import type { Labelling } from './labelling.ts'
import type { Labels } from './labels.ts'

const tags = ['Labels']
const base = '/v1/organizations/:organization_id'
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const LabelParams = Type.Object({ organization_id: Id, label_id: Id }, closed)
const LabelledParams = Type.Object({ organization_id: Id, conversation_id: Id, label_id: Id }, closed)

const read = { role: 'agent', scope: 'labels:read' } as const
const manage = { role: 'admin', scope: 'labels:write' } as const
const apply = { role: 'agent', scope: 'labels:write' } as const

export function labelRoutes(
  http: Http,
  deps: {
    labels: Labels
    labelling: Labelling
    authorize: AuthorizeAccess
    conversation: (organizationId: string, conversationId: string) => Promise<ConversationLabels | undefined>
  },
): void {
  const { labels, labelling, authorize } = deps

  http.get(
    `${base}/labels`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'List all labels by name, archived ones included',
        params: OrganizationParams,
        response: { 200: Type.Object({ data: Type.Array(Label) }, closed) },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      return { data: await labels.list(organizationId) }
    },
  )

  http.post(
    `${base}/labels`,
    {
      schema: {
        tags,
        security: keyOrSession(manage.scope),
        summary: 'Create a label',
        params: OrganizationParams,
        body: LabelInput,
        response: { 201: Label },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorize(request, request.params.organization_id, manage)
      return reply.code(201).send(await labels.create(organizationId, request.body))
    },
  )

  http.patch(
    `${base}/labels/:label_id`,
    {
      schema: {
        tags,
        security: keyOrSession(manage.scope),
        summary: 'Rename, recolour, archive or restore a label',
        params: LabelParams,
        body: LabelChange,
        response: { 200: Label },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, manage)
      return labels.change(organizationId, request.params.label_id, request.body)
    },
  )

  const commands = {
    put: { summary: 'Add a label to a conversation', run: labelling.add },
    delete: { summary: 'Remove a label from a conversation', run: labelling.remove },
  } as const
  for (const method of ['put', 'delete'] as const) {
    http[method](
      `${base}/conversations/:conversation_id/labels/:label_id`,
      {
        schema: {
          tags,
          security: keyOrSession(apply.scope),
          summary: commands[method].summary,
          description: 'Idempotent. Works in closed conversations too; the customer does not see labels.',
          params: LabelledParams,
          response: { 200: ConversationLabels },
        },
      },
      async (request) => {
        const { conversation_id: conversationId, label_id: labelId } = request.params
        const who = await authorize(request, request.params.organization_id, apply)
        const { organizationId } = who
        const by = 'agentId' in who ? { agentId: who.agentId, face: who.face } : null
        await commands[method].run(organizationId, conversationId, labelId, by)
        const conversation = await deps.conversation(organizationId, conversationId)
        if (!conversation) throw new AppError('not_found')
        return { label_ids: conversation.label_ids }
      },
    )
  }
}
