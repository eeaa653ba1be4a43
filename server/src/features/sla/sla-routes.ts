import { closed, Id } from '@parley/protocol/scalars'
import {
  ConversationSla,
  SlaPolicy,
  SlaPolicyChange,
  SlaPolicyInput,
  SlaPolicyOrder,
} from '@parley/protocol/sla'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import { keyOrSession, type AuthorizeAccess, type AuthorizeAgent } from '../../core/permissions.ts'
import type { SlaPolicies } from './sla-policies.ts'

const tags = ['SLA']
const base = '/v1/organizations/:organization_id'
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const PolicyParams = Type.Object({ organization_id: Id, sla_policy_id: Id }, closed)
const ConversationParams = Type.Object({ organization_id: Id, conversation_id: Id }, closed)
const PolicyList = Type.Object({ data: Type.Array(SlaPolicy) }, closed)

const read = { role: 'agent', scope: 'sla:read' } as const

export function slaRoutes(
  http: Http,
  deps: {
    policies: SlaPolicies
    slaOf: (organizationId: string, conversationId: string) => Promise<ConversationSla>
    conversationExists: (organizationId: string, conversationId: string) => Promise<boolean>
    authorizeAgent: AuthorizeAgent
    authorize: AuthorizeAccess
  },
): void {
  const { policies, authorizeAgent, authorize } = deps

  http.get(
    `${base}/sla-policies`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'List the SLA policies in the order in which they are tried',
        description: 'The first whose conditions a conversation satisfies applies to it.',
        params: OrganizationParams,
        response: { 200: PolicyList },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      return { data: await policies.list(organizationId) }
    },
  )

  http.post(
    `${base}/sla-policies`,
    {
      schema: {
        tags,
        summary: 'Add an SLA policy behind the others. Requires admin or owner',
        description:
          'Open conversations are matched again. The one policy without conditions applies to all others.',
        params: OrganizationParams,
        body: SlaPolicyInput,
        response: { 201: SlaPolicy },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return reply.code(201).send(await policies.create(organizationId, request.body))
    },
  )

  http.put(
    `${base}/sla-policies/order`,
    {
      schema: {
        tags,
        summary: 'Order the SLA policies. Requires admin or owner',
        params: OrganizationParams,
        body: SlaPolicyOrder,
        response: { 200: PolicyList },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return { data: await policies.order(organizationId, request.body.ids) }
    },
  )

  http.patch(
    `${base}/sla-policies/:sla_policy_id`,
    {
      schema: {
        tags,
        summary: 'Change an SLA policy. Requires admin or owner',
        description: 'What the clocks of open conversations have counted is kept.',
        params: PolicyParams,
        body: SlaPolicyChange,
        response: { 200: SlaPolicy },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      return policies.change(organizationId, request.params.sla_policy_id, request.body)
    },
  )

  http.delete(
    `${base}/sla-policies/:sla_policy_id`,
    {
      schema: {
        tags,
        summary: 'Delete an SLA policy. Requires admin or owner',
        description: 'Its conversations get the next policy that applies, or none.',
        params: PolicyParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      await policies.remove(organizationId, request.params.sla_policy_id)
      return reply.code(204).send(null)
    },
  )

  http.get(
    `${base}/conversations/:conversation_id/sla`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'Get the SLA clocks of a conversation',
        params: ConversationParams,
        response: { 200: ConversationSla },
      },
    },
    async (request) => {
      const { conversation_id: conversationId } = request.params
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      if (!(await deps.conversationExists(organizationId, conversationId))) throw new AppError('not_found')
      return deps.slaOf(organizationId, conversationId)
    },
  )
}
