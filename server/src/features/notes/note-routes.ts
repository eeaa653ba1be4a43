import type { AgentFace } from '@parley/protocol/agent'
import type { Media, MediaRecord } from '@parley/protocol/media'
import { Note, NoteEdit, NoteInput, NoteVersion } from '@parley/protocol/note'
import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import { keyOrSession, type AuthorizeAccess, type AuthorizeAgent } from '../../core/permissions.ts'
import type { NoteRow } from './note-store.ts'
import { noteOf, type NoteAuthor, type Notes } from './notes.ts'

const tags = ['Notes']
const base = '/v1/organizations/:organization_id'
const read = { role: 'agent', scope: 'notes:read' } as const
const write = { role: 'agent', scope: 'notes:write' } as const
const NoteParams = Type.Object({ organization_id: Id, note_id: Id }, closed)

export function noteRoutes(
  http: Http,
  deps: {
    notes: Notes
    withLinks: (media: MediaRecord[]) => Media[]
    authorizeAgent: AuthorizeAgent
    authorize: AuthorizeAccess
    agentExists: (organizationId: string, agentId: string) => Promise<boolean>
    /** Faces of agents, also of removed ones. */
    faceOf: (organizationId: string, agentId: string) => Promise<AgentFace | undefined>
    conversationExists: (organizationId: string, conversationId: string) => Promise<boolean>
    customerExists: (organizationId: string, customerId: string) => Promise<boolean>
  },
): void {
  const { notes, withLinks, authorizeAgent } = deps

  const rendered = (note: NoteRow): Note => noteOf(note, withLinks)

  /** @throws AppError invalid_request, agent_unknown */
  async function noteAuthor(
    request: Parameters<AuthorizeAccess>[0],
    { organizationId, conversationId }: { organizationId: string; conversationId: string },
    { agent_id: agentId, client_id: clientId, media_ids: mediaIds = [] }: NoteInput,
  ): Promise<NoteAuthor> {
    const caller = await deps.authorize(request, organizationId, write)
    if (!(await deps.conversationExists(organizationId, conversationId))) throw new AppError('not_found')
    if ('agentId' in caller) {
      if (agentId === undefined || agentId === caller.agentId) return caller
      throw new AppError('invalid_request', {
        detail: 'Agents write their own notes.',
        pointer: '/body/agent_id',
      })
    }
    if (agentId === undefined)
      throw new AppError('invalid_request', { detail: 'Name the author.', pointer: '/body/agent_id' })
    // Uploads belong to the agent's own windows.
    if (mediaIds.length > 0)
      throw new AppError('invalid_request', {
        detail: 'API keys cannot attach files.',
        pointer: '/body/media_ids',
      })
    // A repeat succeeds even if its author was removed since.
    const isKnown =
      (await deps.agentExists(organizationId, agentId)) || (await notes.wasAdded(agentId, clientId))
    const face = isKnown ? await deps.faceOf(organizationId, agentId) : undefined
    if (!face) throw new AppError('agent_unknown', { pointer: '/body/agent_id' })
    return { organizationId, agentId, role: 'agent', face }
  }

  http.get(
    `${base}/customers/:customer_id/notes`,
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'List the private notes of a customer, newest first',
        description: 'Deleted notes are listed with `deleted_at` and without text.',
        params: Type.Object({ organization_id: Id, customer_id: Id }, closed),
        querystring: Type.Object(PageQuery, closed),
        response: { 200: Page(Note) },
      },
    },
    async (request) => {
      const { organization_id: organizationId, customer_id: customerId } = request.params
      await deps.authorize(request, organizationId, read)
      if (!(await deps.customerExists(organizationId, customerId))) throw new AppError('not_found')
      const { max = 50, cursor } = request.query
      const query = { organizationId, customerId, max: max + 1, after: decodeCursor(cursor) }
      const page = pageOf(await notes.ofCustomer(query), max, 'DESC', (row) =>
        encodeCursor(row.created_at, row.id),
      )
      return { ...page, data: page.data.map(rendered) }
    },
  )

  http.post(
    `${base}/conversations/:conversation_id/notes`,
    {
      schema: {
        tags,
        security: keyOrSession(write.scope),
        summary: 'Add a private note to a conversation',
        description:
          'With an API key, `agent_id` is the author, and attachments are not supported. Only agents see it. Works in closed conversations too. Idempotent by `client_id`: the first request returns 201, a repeat 200.',
        params: Type.Object({ organization_id: Id, conversation_id: Id }, closed),
        body: NoteInput,
        response: { 200: Note, 201: Note },
      },
    },
    async (request, reply) => {
      const author = await noteAuthor(
        request,
        { organizationId: request.params.organization_id, conversationId: request.params.conversation_id },
        request.body,
      )
      const { note, isRepeat } = await notes.create(author, request.params.conversation_id, request.body)
      return reply.code(isRepeat ? 200 : 201).send(rendered(note))
    },
  )

  http.patch(
    `${base}/notes/:note_id`,
    {
      schema: {
        tags,
        summary: 'Edit your own note',
        params: NoteParams,
        body: NoteEdit,
        response: { 200: Note },
      },
    },
    async (request) => {
      const by = await authorizeAgent(request, request.params.organization_id)
      return rendered(await notes.edit(by, request.params.note_id, request.body))
    },
  )

  http.delete(
    `${base}/notes/:note_id`,
    {
      schema: {
        tags,
        summary: 'Delete a note',
        description: 'Its author and admins may. Earlier versions stay readable for agents.',
        params: NoteParams,
        response: { 200: Note },
      },
    },
    async (request) => {
      const by = await authorizeAgent(request, request.params.organization_id)
      return rendered(await notes.remove(by, request.params.note_id))
    },
  )

  http.get(
    `${base}/notes/:note_id/versions`,
    {
      schema: {
        tags,
        summary: 'List earlier versions of a note, newest first',
        params: NoteParams,
        response: { 200: Type.Object({ data: Type.Array(NoteVersion) }, closed) },
      },
    },
    async (request) => {
      const { organization_id: organizationId, note_id: noteId } = request.params
      await authorizeAgent(request, organizationId)
      const versions = await notes.versions(organizationId, noteId)
      return {
        data: versions.map((version) => ({ ...version, media: withLinks(version.media) })),
      }
    },
  )
}
