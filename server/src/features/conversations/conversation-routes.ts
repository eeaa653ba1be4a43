import { AssignInput, Conversation, InboxCounts, InboxView } from '@parley/protocol/conversation'
import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import type { AgentIdentity, AuthorizeAgent } from '../../core/permissions.ts'
import type { Conversations } from './conversations.ts'
import { orderedBy, type Inbox } from './inbox.ts'

const tags = ['Conversations']
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const ConversationParams = Type.Object({ organization_id: Id, conversation_id: Id }, closed)
const CustomerParams = Type.Object({ organization_id: Id, customer_id: Id }, closed)
const base = '/v1/organizations/:organization_id'

export function conversationRoutes(
  http: Http,
  deps: {
    conversations: Conversations
    inbox: Inbox
    authorizeAgent: AuthorizeAgent
    customerExists: (organizationId: string, customerId: string) => Promise<boolean>
  },
): void {
  const { conversations, inbox, authorizeAgent } = deps

  async function shown(organizationId: string, conversationId: string): Promise<Conversation> {
    const conversation = await inbox.one(organizationId, conversationId)
    if (!conversation) throw new AppError('not_found')
    return conversation
  }

  http.get(
    `${base}/conversations`,
    {
      schema: {
        tags,
        summary:
          'List conversations of a view, most recently changed first. q searches names and message text, label and team are ids',
        params: OrganizationParams,
        querystring: Type.Object(
          {
            ...PageQuery,
            view: InboxView,
            q: Type.Optional(Type.String({ maxLength: 200 })),
            label: Type.Optional(Id),
            team: Type.Optional(Id),
          },
          closed,
        ),
        response: { 200: Page(Conversation) },
      },
    },
    async (request) => {
      const { organization_id: organizationId } = request.params
      const { agentId } = await authorizeAgent(request, organizationId)
      const { view, q, label, team, cursor, max = 50 } = request.query
      const rows = await inbox.list({
        organizationId,
        agentId,
        view,
        search: q?.trim() || null,
        labelId: label ?? null,
        teamId: team ?? null,
        max: max + 1,
        after: decodeCursor(cursor),
      })
      return pageOf(rows, max, 'DESC', (row) => encodeCursor(orderedBy(view, row), row.id))
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
        summary: 'Get a conversation',
        params: ConversationParams,
        response: { 200: Conversation },
      },
    },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId } = request.params
      await authorizeAgent(request, organizationId)
      return shown(organizationId, conversationId)
    },
  )

  http.get(
    `${base}/customers/:customer_id/conversations`,
    {
      schema: {
        tags,
        summary: 'List conversations of a customer, newest first',
        params: CustomerParams,
        querystring: Type.Object(PageQuery, closed),
        response: { 200: Page(Conversation) },
      },
    },
    async (request) => {
      const { organization_id: organizationId, customer_id: customerId } = request.params
      await authorizeAgent(request, organizationId)
      if (!(await deps.customerExists(organizationId, customerId))) throw new AppError('not_found')
      const { max = 50, cursor } = request.query
      const found = await inbox.ofCustomer({
        organizationId,
        customerId,
        max: max + 1,
        after: decodeCursor(cursor),
      })
      const rows = found.conversations.map((conversation, index) => ({
        conversation,
        at: found.createdAt[index] ?? '',
      }))
      const page = pageOf(rows, max, 'DESC', (row) => encodeCursor(row.at, row.conversation.id))
      return { ...page, data: page.data.map((row) => row.conversation) }
    },
  )

  http.post(
    `${base}/conversations/:conversation_id/assign`,
    {
      schema: {
        tags,
        summary: 'Assign an open conversation to an agent, or unassign it',
        params: ConversationParams,
        body: AssignInput,
        response: { 200: Conversation },
      },
    },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId } = request.params
      const { agentId } = await authorizeAgent(request, organizationId)
      await conversations.assign(organizationId, conversationId, request.body.agent_id, {
        type: 'agent',
        id: agentId,
      })
      return shown(organizationId, conversationId)
    },
  )

  const commands: Record<
    string,
    { summary: string; run: (who: AgentIdentity, id: string) => Promise<unknown> }
  > = {
    'take-over': {
      summary: 'Assign a conversation to yourself. Reopens a closed one',
      run: (who, id) => conversations.takeOver(who.organizationId, id, who.agentId),
    },
    close: {
      summary: 'Close an open conversation',
      run: (who, id) => conversations.close(who.organizationId, id, { type: 'agent', id: who.agentId }),
    },
    reopen: {
      summary: 'Reopen a closed conversation',
      run: (who, id) => conversations.reopen(who.organizationId, id, { type: 'agent', id: who.agentId }),
    },
  }
  for (const [name, command] of Object.entries(commands)) {
    http.post(
      `${base}/conversations/:conversation_id/${name}`,
      {
        schema: {
          tags,
          summary: command.summary,
          params: ConversationParams,
          response: { 200: Conversation },
        },
      },
      async (request) => {
        const { organization_id: organizationId, conversation_id: conversationId } = request.params
        const who = await authorizeAgent(request, organizationId)
        await command.run(who, conversationId)
        return shown(organizationId, conversationId)
      },
    )
  }
}
