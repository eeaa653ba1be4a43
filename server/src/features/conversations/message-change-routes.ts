import type { Media, MediaRecord } from '@parley/protocol/media'
import {
  MessageChange,
  MessageEdit,
  MessageVersion,
  type MessageChangeRecord,
} from '@parley/protocol/message-change'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { keyOrSession, type AuthorizeAccess, type AuthorizeAgent } from '../../core/permissions.ts'
import type { MessageChanges, MessagePlace } from './message-changes.ts'

const tags = ['Conversations']
const path = '/v1/organizations/:organization_id/conversations/:conversation_id/messages/:message_id'
const params = Type.Object({ organization_id: Id, conversation_id: Id, message_id: Id }, closed)

/** Every agent has messages to change; the rules are those of the author. */
const write = { role: 'agent', scope: 'messages:write' } as const

/** Edits and deletions by agents and API clients. */
export function messageChangeRoutes(
  http: Http,
  deps: {
    changes: MessageChanges
    withLinks: (media: MediaRecord[]) => Media[]
    authorizeAgent: AuthorizeAgent
    authorize: AuthorizeAccess
  },
): void {
  const { changes, withLinks, authorizeAgent, authorize } = deps
  const rendered = (change: MessageChangeRecord): MessageChange => ({
    ...change,
    media: withLinks(change.media),
  })

  http.patch(
    path,
    {
      schema: {
        tags,
        security: keyOrSession(write.scope),
        summary: 'Edit the text of your own message',
        description:
          'Within 24 hours, also in closed conversations. The customer sees the new text, marked as edited; agents can list earlier versions. ' +
          'An API key edits what was sent with API keys and the notices of the system, not what agents wrote in the panel, and only while the channel can show an edit. ' +
          'Repeating a request changes nothing.\n\n' +
          'Errors: 403 `forbidden`, 404 `not_found`, 409 `message_deleted`, 409 `message_too_old`, 409 `message_edit_limit`, 422 `message_empty`.',
        params,
        body: MessageEdit,
        response: { 200: MessageChange },
      },
    },
    async (request) => {
      const by = await authorize(request, request.params.organization_id, write)
      return rendered(await changes.edit(by, placeOf(request.params), request.body))
    },
  )

  http.delete(
    path,
    {
      schema: {
        tags,
        security: keyOrSession(write.scope),
        summary: 'Delete a message of an agent',
        description:
          'Its author may within 24 hours, admins and API keys at any time; API keys also notices of the system. Messages of customers cannot be deleted. The customer sees that a message was deleted. Its attachments are removed; agents ' +
          'can list its text under versions. Repeating a request changes nothing.\n\nErrors: 403 `forbidden`, 404 `not_found`, 409 `message_too_old`.',
        params,
        response: { 200: MessageChange },
      },
    },
    async (request) => {
      const by = await authorize(request, request.params.organization_id, write)
      return rendered(await changes.remove(by, placeOf(request.params)))
    },
  )

  http.get(
    `${path}/versions`,
    {
      schema: {
        tags,
        summary: 'List earlier versions of a message, newest first',
        params,
        response: { 200: Type.Object({ data: Type.Array(MessageVersion) }, closed) },
      },
    },
    async (request) => {
      const { organization_id: organizationId } = request.params
      await authorizeAgent(request, organizationId)
      return { data: await changes.versions(organizationId, placeOf(request.params)) }
    },
  )
}

const placeOf = (ids: { conversation_id: string; message_id: string }): MessagePlace => ({
  conversationId: ids.conversation_id,
  messageId: ids.message_id,
})
