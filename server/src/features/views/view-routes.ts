import { closed, Id } from '@parley/protocol/scalars'
import { SavedView, SavedViewChange, SavedViewInput, ViewCounts } from '@parley/protocol/view'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import { visibilityOf } from '../../core/visibility.ts'
import type { ViewRow } from './view-store.ts'
import type { Views } from './views.ts'

const tags = ['Views']
const base = '/v1/organizations/:organization_id/views'
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const ViewParams = Type.Object({ organization_id: Id, view_id: Id }, closed)

/** Agents see the views of the organization, of their teams, and their own. Not for API keys: views belong to people. */
export function viewRoutes(http: Http, deps: { views: Views; authorizeAgent: AuthorizeAgent }): void {
  const { views, authorizeAgent } = deps

  http.get(
    base,
    {
      schema: {
        tags,
        summary: 'List saved views of the inbox: those of the organization, of teams, then your own, by name',
        params: OrganizationParams,
        response: { 200: Type.Object({ data: Type.Array(SavedView) }, closed) },
      },
    },
    async (request) => {
      const agent = await authorizeAgent(request, request.params.organization_id)
      return { data: (await views.list(agent)).map(rendered) }
    },
  )

  http.get(
    `${base}/counts`,
    {
      schema: {
        tags,
        summary: 'Count the open conversations of each saved view, up to 100',
        params: OrganizationParams,
        response: { 200: ViewCounts },
      },
    },
    async (request) => views.counts(await authorizeAgent(request, request.params.organization_id)),
  )

  http.post(
    base,
    {
      schema: {
        tags,
        summary: 'Save a view of the inbox',
        description: '`filter` has the conditions of the list of conversations, as text.',
        params: OrganizationParams,
        body: SavedViewInput,
        response: { 201: SavedView },
      },
    },
    async (request, reply) => {
      const agent = await authorizeAgent(request, request.params.organization_id)
      return reply.code(201).send(rendered(await views.create(agent, request.body)))
    },
  )

  http.patch(
    `${base}/:view_id`,
    {
      schema: {
        tags,
        summary: 'Change a saved view',
        description: 'Its author may; admins may change shared ones.',
        params: ViewParams,
        body: SavedViewChange,
        response: { 200: SavedView },
      },
    },
    async (request) => {
      const agent = await authorizeAgent(request, request.params.organization_id)
      return rendered(await views.change(agent, request.params.view_id, request.body))
    },
  )

  http.delete(
    `${base}/:view_id`,
    {
      schema: {
        tags,
        summary: 'Delete a saved view',
        description: 'Its author may; admins may delete shared ones.',
        params: ViewParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const agent = await authorizeAgent(request, request.params.organization_id)
      await views.remove(agent, request.params.view_id)
      return reply.code(204).send(null)
    },
  )
}

const rendered = (row: ViewRow): SavedView => ({
  id: row.id,
  name: row.name,
  visibility: visibilityOf(row),
  view: row.view,
  filter: row.filter,
  sort: row.sort,
  agent_id: row.agent_id,
  created_at: row.created_at,
  updated_at: row.updated_at,
})
