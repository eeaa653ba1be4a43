import type { ApiScope } from '@parley/protocol/api-key'
import { AssignInput, CloseInput, Conversation, InboxCounts, InboxView } from '@parley/protocol/conversation'
import { parseFilter, readsAttributes } from '@parley/protocol/conversation-filter'
import { isAscending, listColumn } from '@parley/protocol/conversation-order'
import type { Actor } from '@parley/protocol/event'
import { Page, PageQuery, type PageOf } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import { filterParameters, ListSort } from '@parley/protocol/view'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import { filterOf } from '../../core/conversation-filter.ts'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import { keyOrSession, type AuthorizeAccess, type AuthorizeAgent } from '../../core/permissions.ts'
import { readerOf, type PresenceReader } from '../../realtime/presence/presence-reader.ts'
import type { Conversations } from './conversations.ts'
import type { Inbox } from './inbox.ts'

const tags = ['Conversations']
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const ConversationParams = Type.Object({ organization_id: Id, conversation_id: Id }, closed)
const CustomerParams = Type.Object({ organization_id: Id, customer_id: Id }, closed)
const base = '/v1/organizations/:organization_id'

const read = { role: 'agent', scope: 'conversations:read' } as const
const write = { role: 'agent', scope: 'conversations:write' } as const

type Caller = Awaited<ReturnType<AuthorizeAccess>>

/** The log shows changes of programs as the system's. */
const actorOf = (caller: Caller): Actor =>
  'agentId' in caller ? { type: 'agent', id: caller.agentId } : { type: 'system' }

export function conversationRoutes(
  http: Http,
  deps: {
    conversations: Conversations
    inbox: Inbox
    authorizeAgent: AuthorizeAgent
    authorize: AuthorizeAccess
    customerExists: (organizationId: string, customerId: string) => Promise<boolean>
  },
): void {
  const { conversations, inbox, authorizeAgent, authorize } = deps

  async function shown(
    organizationId: string,
    conversationId: string,
    reader: PresenceReader,
  ): Promise<Conversation> {
    const conversation = await inbox.one(organizationId, conversationId, reader)
    if (!conversation) throw new AppError('not_found')
    return conversation
  }

  http.get(
    `${base}/conversations`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'List conversations of a view',
        description:
          '`q` searches names and message text; an API key also needs the scopes messages:read and customers:read for it. The other parameters are conditions that all apply: `priority=high,urgent` is one of these values, ' +
          '`label=!<id>` none of them; `none` finds unset values, `me` the signed-in agent. `confirmed` and `stated` compare attributes of the customer, with the value in percent encoding: `confirmed=plan:pro` (an API key also needs the scope customers:read). Times are periods until now (`4h`, `7d`) or begin at a time (`2026-01-31T00:00:00Z`). ' +
          'Sorted by the last change, with `sort=waiting` by who has waited longest, or with `sort=due` by the next SLA deadline. Changes move conversations in these orders, so that pages can miss some: to read all, use `sort=created`, the oldest first, without `view`, which is required otherwise.',
        params: OrganizationParams,
        querystring: Type.Object(
          {
            ...PageQuery,
            view: Type.Optional(InboxView),
            q: Type.Optional(Type.String({ maxLength: 200 })),
            sort: Type.Optional(ListSort),
            ...filterParameters,
          },
          closed,
        ),
        response: { 200: Page(Conversation) },
      },
    },
    async (request) => {
      const { organization_id: organizationId } = request.params
      const { view = null, q, sort = 'newest', cursor, max = 50 } = request.query
      const caller = await authorize(request, organizationId, { ...read, scope: scopesOf(request.query) })
      const agentId = 'agentId' in caller ? caller.agentId : null
      const filter = filterOf(request.query, '/querystring')
      // No index has another order of all conversations.
      if (view === null && sort !== 'created')
        throw new AppError('invalid_request', {
          detail: 'Name a view, or sort by `created`.',
          pointer: '/querystring/view',
        })
      const text = q?.trim()
      const found = await inbox.list({
        organizationId,
        agentId,
        view,
        filter,
        sort,
        search: text ? { text, caller: agentId ?? organizationId, closed: request.signal } : null,
        max: max + 1,
        after: decodeCursor(cursor),
      })
      return conversationPage(found, max, isAscending(listColumn(view, sort)) ? 'ASC' : 'DESC')
    },
  )

  http.get(
    `${base}/conversations/counts`,
    {
      schema: {
        tags,
        summary: 'Count the conversations of each view',
        params: OrganizationParams,
        response: { 200: InboxCounts },
      },
    },
    async (request) => {
      const { organization_id: organizationId } = request.params
      const { agentId } = await authorizeAgent(request, organizationId)
      return inbox.counts(organizationId, agentId)
    },
  )

  http.get(
    `${base}/conversations/:conversation_id`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'Get a conversation',
        params: ConversationParams,
        response: { 200: Conversation },
      },
    },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId } = request.params
      const caller = await authorize(request, organizationId, read)
      return shown(organizationId, conversationId, readerOf(caller))
    },
  )

  http.get(
    `${base}/customers/:customer_id/conversations`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'List conversations of a customer, newest first',
        description: 'The conversation of a `conversation.started` event is the one with its `started_at`.',
        params: CustomerParams,
        querystring: Type.Object(PageQuery, closed),
        response: { 200: Page(Conversation) },
      },
    },
    async (request) => {
      const { organization_id: organizationId, customer_id: customerId } = request.params
      const caller = await authorize(request, organizationId, read)
      if (!(await deps.customerExists(organizationId, customerId))) throw new AppError('not_found')
      const { max = 50, cursor } = request.query
      const found = await inbox.ofCustomer(
        { organizationId, customerId, max: max + 1, after: decodeCursor(cursor) },
        readerOf(caller),
      )
      return conversationPage({ ...found, times: found.createdAt }, max, 'DESC')
    },
  )

  http.post(
    `${base}/conversations/:conversation_id/assign`,
    {
      schema: {
        tags,
        security: keyOrSession(write.scope),
        summary: 'Assign an open conversation to an agent, or unassign it',
        params: ConversationParams,
        body: AssignInput,
        response: { 200: Conversation },
      },
    },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId } = request.params
      const caller = await authorize(request, organizationId, write)
      await conversations.assign(organizationId, conversationId, request.body.agent_id, actorOf(caller))
      return shown(organizationId, conversationId, readerOf(caller))
    },
  )

  http.post(
    `${base}/conversations/:conversation_id/close`,
    {
      schema: {
        tags,
        security: keyOrSession(write.scope),
        summary: 'Close an open conversation',
        description:
          'The body can be omitted. With `seen_seq`, closing is refused if the customer or a colleague wrote after this log position.\n\n' +
          'Errors: 404 `not_found`, 409 `conversation_closed`, 409 `stale_view`.',
        params: ConversationParams,
        body: Type.Union([CloseInput, Type.Null()]),
        response: { 200: Conversation },
      },
    },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId } = request.params
      const caller = await authorize(request, organizationId, write)
      const seq = request.body?.seen_seq
      const seen = seq === undefined ? null : { seq }
      await conversations.close(organizationId, conversationId, actorOf(caller), seen)
      return shown(organizationId, conversationId, readerOf(caller))
    },
  )

  http.post(
    `${base}/conversations/:conversation_id/reopen`,
    {
      schema: {
        tags,
        security: keyOrSession(write.scope),
        summary: 'Reopen a closed conversation',
        params: ConversationParams,
        response: { 200: Conversation },
      },
    },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId } = request.params
      const caller = await authorize(request, organizationId, write)
      await conversations.reopen(organizationId, conversationId, actorOf(caller))
      return shown(organizationId, conversationId, readerOf(caller))
    },
  )

  http.post(
    `${base}/conversations/:conversation_id/take-over`,
    {
      schema: {
        tags,
        summary: 'Assign a conversation to yourself. Reopens a closed one',
        params: ConversationParams,
        response: { 200: Conversation },
      },
    },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId } = request.params
      const { agentId } = await authorizeAgent(request, organizationId)
      await conversations.takeOver(organizationId, conversationId, agentId)
      return shown(organizationId, conversationId, 'agent')
    },
  )
}

/** `times`: by which the conversations are ordered. */
function conversationPage(
  found: { conversations: Conversation[]; times: string[] },
  max: number,
  sort: 'ASC' | 'DESC',
): PageOf<Conversation> {
  const rows = found.conversations.map((conversation, index) => ({
    conversation,
    at: found.times[index] ?? '',
  }))
  const page = pageOf(rows, max, sort, (row) => encodeCursor(row.at, row.conversation.id))
  return { ...page, data: page.data.map((row) => row.conversation) }
}

/** A search reads names, e-mail and message text, and attributes are the customer's: these have scopes of their own. */
function scopesOf(query: Record<string, unknown>): ApiScope[] {
  if (query['q'] !== undefined) return [read.scope, 'messages:read', 'customers:read']
  return readsAttributes(parseFilter(query)) ? [read.scope, 'customers:read'] : [read.scope]
}
