import { AgentDesks, Call, CallChange, CallDetail, CallFilter } from '@parley/protocol/call'
import { MissedCalls } from '@parley/protocol/missed-calls'
import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import { keyOrSession, type AuthorizeAccess, type AuthorizeAgent } from '../../core/permissions.ts'
import { readerOf } from '../../realtime/presence/presence-reader.ts'
import type { CallLists } from './call-lists.ts'
import type { MissedCallLists } from './missed-calls.ts'

const tags = ['Calls']
const base = '/v1/organizations/:organization_id'
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const CallParams = Type.Object({ organization_id: Id, call_id: Id }, closed)
const read = { role: 'agent', scope: 'calls:read' } as const

/** `/v1/organizations/:organization_id/calls`: every agent, or a key with the scope; notes are written by people. */
export function callRoutes(
  http: Http,
  deps: {
    lists: CallLists
    missed: MissedCallLists
    authorize: AuthorizeAccess
    authorizeAgent: AuthorizeAgent
    /** Invalidates lists in other windows. */
    onChange: (organizationId: string) => void
  },
): void {
  const { lists, missed, authorize, authorizeAgent } = deps

  http.get(
    `${base}/calls`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'List live and past calls, newest first unless `sort` is ASC',
        params: OrganizationParams,
        querystring: Type.Object({ ...PageQuery, ...CallFilter }, closed),
        response: { 200: Page(Call) },
      },
    },
    async (request) => {
      const caller = await authorize(request, request.params.organization_id, read)
      const { max = 50, cursor, sort = 'DESC', state, status } = request.query
      const { agent_id: agentId, customer_id: customerId } = request.query
      const { organizationId } = caller
      const after = decodeCursor(cursor)
      const rows = await lists.list(
        { organizationId, state, status, agentId, customerId, sort, max: max + 1, after },
        readerOf(caller),
      )
      return pageOf(rows, max, sort, (row) => encodeCursor(row.created_at, row.id))
    },
  )

  http.get(
    `${base}/calls/desks`,
    {
      schema: {
        tags,
        summary: 'List the call status of each agent, longest idle first',
        params: OrganizationParams,
        response: { 200: AgentDesks },
      },
    },
    async (request) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      return { data: await lists.desks(organizationId) }
    },
  )

  http.get(
    `${base}/calls/missed`,
    {
      schema: {
        tags,
        summary: 'Count missed calls since this agent last opened the list, at most 100',
        params: OrganizationParams,
        response: { 200: MissedCalls },
      },
    },
    async (request) => ({
      count: await missed.count(await authorizeAgent(request, request.params.organization_id)),
    }),
  )

  http.post(
    `${base}/calls/missed/seen`,
    {
      schema: {
        tags,
        summary: 'Mark all missed calls as seen by this agent',
        params: OrganizationParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const agent = await authorizeAgent(request, request.params.organization_id)
      if (await missed.see(agent)) deps.onChange(agent.organizationId)
      return reply.code(204).send(null)
    },
  )

  http.get(
    `${base}/calls/:call_id`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary:
          'Get a call with its offers, recordings and quality. Links to recordings are valid for 24 hours',
        params: CallParams,
        response: { 200: CallDetail },
      },
    },
    async (request, reply) => {
      const caller = await authorize(request, request.params.organization_id, read)
      reply.header('cache-control', 'no-store')
      return lists.detail(caller.organizationId, request.params.call_id, readerOf(caller))
    },
  )

  http.patch(
    `${base}/calls/:call_id`,
    {
      schema: {
        tags,
        summary: 'Change the note of a call, during the call or later',
        description:
          'With `previous`, the note is stored only if it replaces that text, so that nobody overwrites what a colleague wrote in ' +
          'the meantime. Repeating a request changes nothing.\n\nErrors: 404 `not_found`, 409 `call_note_changed`.',
        params: CallParams,
        body: CallChange,
        response: { 200: CallDetail },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorizeAgent(request, request.params.organization_id)
      const { call_id: callId } = request.params
      await lists.setNote(organizationId, callId, request.body)
      deps.onChange(organizationId)
      reply.header('cache-control', 'no-store')
      return lists.detail(organizationId, callId, 'agent')
    },
  )
}
