import { ComposerSettings, Draft, DraftInput, DraftKind } from '@parley/protocol/draft'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import type { AuthorizeAgent } from '../../core/permissions.ts'
import type { Drafts } from './drafts.ts'

const tags = ['Drafts']
const base = '/v1/organizations/:organization_id'
const OrganizationParams = Type.Object({ organization_id: Id }, closed)

/** Drafts are the agent's own: no other agent and no API key reads them. */
export function draftRoutes(http: Http, deps: { drafts: Drafts; authorizeAgent: AuthorizeAgent }): void {
  const { drafts, authorizeAgent } = deps

  http.get(
    `${base}/drafts`,
    {
      schema: {
        tags,
        summary: 'List your own drafts, newest first',
        params: OrganizationParams,
        response: { 200: Type.Object({ data: Type.Array(Draft) }, closed) },
      },
    },
    async (request) => ({
      data: await drafts.list(await authorizeAgent(request, request.params.organization_id)),
    }),
  )

  http.put(
    `${base}/conversations/:conversation_id/drafts/:kind`,
    {
      schema: {
        tags,
        summary: 'Save your draft of a reply or a note',
        description:
          'The last writer wins. Without text and `reply_to_id` the draft is deleted. Your other panels receive `draft.changed`.',
        params: Type.Object({ organization_id: Id, conversation_id: Id, kind: DraftKind }, closed),
        body: DraftInput,
        response: { 200: Draft },
      },
    },
    async (request) => {
      const { organization_id: organizationId, conversation_id: conversationId, kind } = request.params
      const { agentId } = await authorizeAgent(request, organizationId)
      return drafts.save({ organizationId, agentId, conversationId, kind }, request.body)
    },
  )

  http.get(
    `${base}/composer-settings`,
    {
      schema: {
        tags,
        summary: 'Read how you write: undo send',
        params: OrganizationParams,
        response: { 200: ComposerSettings },
      },
    },
    async (request) => {
      const { agentId } = await authorizeAgent(request, request.params.organization_id)
      return drafts.readSettings(agentId)
    },
  )

  http.patch(
    `${base}/composer-settings`,
    {
      schema: {
        tags,
        summary: 'Change how you write',
        params: OrganizationParams,
        body: ComposerSettings,
        response: { 200: ComposerSettings },
      },
    },
    async (request) =>
      drafts.saveSettings(await authorizeAgent(request, request.params.organization_id), request.body),
  )
}
