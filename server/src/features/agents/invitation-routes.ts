import { Invitation, InvitationInput, NewInvitation } from '@parley/protocol/agent'
import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { clientNetwork } from '../../core/client-network.ts'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { Invitations } from './invitations.ts'

const tags = ['Invitations']
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const InvitationParams = Type.Object({ organization_id: Id, invitation_id: Id }, closed)

/** `/v1/organizations/:organization_id/invitations`, for admins and owners. */
export function invitationRoutes(
  http: Http,
  deps: { invitations: Invitations; authorizeAgent: AuthorizeAgent },
): void {
  const { invitations, authorizeAgent } = deps

  http.get(
    '/v1/organizations/:organization_id/invitations',
    {
      schema: {
        tags,
        summary: 'List pending invitations, newest first',
        params: OrganizationParams,
        querystring: Type.Object(PageQuery, closed),
        response: { 200: Page(Invitation) },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id, 'admin')
      const max = request.query.max ?? 50
      const after = decodeCursor(request.query.cursor)
      const rows = await invitations.list(organizationId, { max: max + 1, after })
      return pageOf(rows, max, 'DESC', (row) => encodeCursor(row.created_at, row.id))
    },
  )

  http.post(
    '/v1/organizations/:organization_id/invitations',
    {
      schema: {
        tags,
        summary: 'Create an invitation. Its link is returned only once',
        description:
          'With `email` and `mail_language` the link is also sent by e-mail: 3 per address and 50 per organization in 24 hours.',
        params: OrganizationParams,
        body: InvitationInput,
        response: { 201: NewInvitation },
      },
    },
    async (request, reply) => {
      const actor = await authorizeAgent(request, request.params.organization_id, 'admin')
      const invitation = await invitations.create(actor, request.body, clientNetwork(request.ip))
      return reply.code(201).header('cache-control', 'no-store').send(invitation)
    },
  )

  http.delete(
    '/v1/organizations/:organization_id/invitations/:invitation_id',
    {
      schema: {
        tags,
        summary: 'Revoke an invitation',
        params: InvitationParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { organization_id: organizationId, invitation_id: id } = request.params
      await invitations.withdraw(await authorizeAgent(request, organizationId, 'admin'), id)
      return reply.code(204).send(null)
    },
  )
}
