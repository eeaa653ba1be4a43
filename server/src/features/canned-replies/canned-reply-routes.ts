import {
  CannedReply,
  CannedReplyChange,
  CannedReplyImport,
  CannedReplyInput,
  ImportResult,
  ReplyMediaTicket,
  ReplyMediaTicketInput,
} from '@parley/protocol/canned-reply'
import type { Media, MediaRecord, MediaTicket } from '@parley/protocol/media'
import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import {
  bearsApiKey,
  keyOrSession,
  roleReaches,
  type AuthorizeAccess,
  type AuthorizeAgent,
} from '../../core/permissions.ts'
import { visibilityOf, type Viewer } from '../../core/visibility.ts'
import { csvFile } from '../../core/text-response.ts'
import { formatCsv } from './canned-reply-csv.ts'
import type { RowWithUses } from './canned-reply-store.ts'
import type { CannedReplies } from './canned-replies.ts'

const tags = ['Canned replies']
const base = '/v1/organizations/:organization_id/canned-replies'
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const ReplyParams = Type.Object({ organization_id: Id, canned_reply_id: Id }, closed)
const read = 'canned_replies:read'
const write = 'canned_replies:write'

/** Three bytes per character at most, plus JSON escapes. */
const importLimitBytes = 2 * 1024 * 1024

/** Agents see the replies of the organization, of their teams, and their own; API keys all but personal ones. */
export function cannedReplyRoutes(
  http: Http,
  deps: {
    replies: CannedReplies
    importReplies: (editor: Viewer, csv: string, isDryRun: boolean) => Promise<ImportResult>
    /** Teams of the agent; all teams if `agentId` is null. */
    teamsOf: (organizationId: string, agentId: string | null) => Promise<Viewer['teams']>
    createTicket: (upload: {
      organizationId: string
      agentId: string
      name: string
      size: number
    }) => MediaTicket
    withLinks: (media: MediaRecord[]) => Media[]
    authorizeAgent: AuthorizeAgent
    authorizeAccess: AuthorizeAccess
  },
): void {
  const { replies, authorizeAgent, authorizeAccess } = deps

  async function agentOf(request: FastifyRequest, organizationId: string) {
    const { agentId, role } = await authorizeAgent(request, organizationId)
    const teams = await deps.teamsOf(organizationId, roleReaches(role, 'admin') ? null : agentId)
    return { organizationId, agentId, role, teams }
  }

  async function editorOf(
    request: FastifyRequest,
    organizationId: string,
    scope: typeof read | typeof write,
  ): Promise<Viewer> {
    if (!bearsApiKey(request.headers)) return agentOf(request, organizationId)
    await authorizeAccess(request, organizationId, { role: 'admin', scope })
    const teams = await deps.teamsOf(organizationId, null)
    return { organizationId, agentId: null, role: 'admin', teams }
  }

  const rendered = (row: RowWithUses): CannedReply => ({
    id: row.id,
    shortcut: row.shortcut,
    content: row.content,
    visibility: visibilityOf(row),
    actions: row.actions,
    media: deps.withLinks(row.media),
    agent_id: row.agent_id,
    uses: { mine: row.mine, total: row.total },
    created_at: row.created_at,
    updated_at: row.updated_at,
  })

  http.get(
    base,
    {
      schema: {
        tags,
        security: keyOrSession(read),
        summary: 'List canned replies, newest first',
        params: OrganizationParams,
        querystring: Type.Object(PageQuery, closed),
        response: { 200: Page(CannedReply) },
      },
    },
    async (request) => {
      const reader = await editorOf(request, request.params.organization_id, read)
      const { max = 50, cursor } = request.query
      const rows = await replies.list(reader, { max: max + 1, after: decodeCursor(cursor) })
      const page = pageOf(rows, max, 'DESC', (row) => encodeCursor(row.created_at, row.id))
      return { ...page, data: page.data.map(rendered) }
    },
  )

  http.post(
    base,
    {
      schema: {
        tags,
        security: keyOrSession(write),
        summary: 'Create a canned reply',
        description:
          'Text may contain variables with a fallback: `{{customer.first_name|there}}`. An API key creates replies of the organization, without attachments.',
        params: OrganizationParams,
        body: CannedReplyInput,
        response: { 201: CannedReply },
      },
    },
    async (request, reply) => {
      const editor = await editorOf(request, request.params.organization_id, write)
      return reply.code(201).send(rendered(await replies.create(editor, request.body)))
    },
  )

  http.get(
    `${base}/:canned_reply_id`,
    {
      schema: {
        tags,
        security: keyOrSession(read),
        summary: 'Get a canned reply',
        params: ReplyParams,
        response: { 200: CannedReply },
      },
    },
    async (request) => {
      const reader = await editorOf(request, request.params.organization_id, read)
      return rendered(await replies.find(reader, request.params.canned_reply_id))
    },
  )

  http.patch(
    `${base}/:canned_reply_id`,
    {
      schema: {
        tags,
        security: keyOrSession(write),
        summary: 'Change a canned reply',
        description:
          'Its author may, and members a reply of their team; admins and API keys may change every reply that is not personal.',
        params: ReplyParams,
        body: CannedReplyChange,
        response: { 200: CannedReply },
      },
    },
    async (request) => {
      const editor = await editorOf(request, request.params.organization_id, write)
      return rendered(await replies.change(editor, request.params.canned_reply_id, request.body))
    },
  )

  http.delete(
    `${base}/:canned_reply_id`,
    {
      schema: {
        tags,
        security: keyOrSession(write),
        summary: 'Delete a canned reply',
        description:
          'Its author may, and members a reply of their team; admins and API keys may delete every reply that is not personal.',
        params: ReplyParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const editor = await editorOf(request, request.params.organization_id, write)
      await replies.remove(editor, request.params.canned_reply_id)
      return reply.code(204).send(null)
    },
  )

  http.post(
    `${base}/:canned_reply_id/uses`,
    {
      schema: {
        tags,
        summary: 'Count a message sent with a canned reply',
        params: ReplyParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const agent = await agentOf(request, request.params.organization_id)
      await replies.use(agent, request.params.canned_reply_id)
      return reply.code(204).send(null)
    },
  )

  http.post(
    `${base}/media-tickets`,
    {
      schema: {
        tags,
        summary: 'Request permission to upload an attachment of a canned reply',
        description:
          'Then PUT the file to `upload_url` with the header `Parley-Upload: <ticket>`, and name its id in `media_ids`.',
        params: OrganizationParams,
        body: ReplyMediaTicketInput,
        response: { 201: ReplyMediaTicket },
      },
    },
    async (request, reply) => {
      const { organizationId, agentId } = await authorizeAgent(request, request.params.organization_id)
      return reply.code(201).send(deps.createTicket({ organizationId, agentId, ...request.body }))
    },
  )

  http.get(
    `${base}/export`,
    {
      schema: {
        tags,
        security: keyOrSession(read),
        summary: 'Export canned replies as CSV',
        description:
          "RFC 4180 with the columns `shortcut`, `content`, `visibility`, `actions` and `team` (its name), without attachments. Cells that a spreadsheet would run as a formula begin with `'`; import removes it.",
        params: OrganizationParams,
        response: { 200: csvFile },
      },
    },
    async (request, reply) => {
      const reader = await editorOf(request, request.params.organization_id, read)
      const csv = formatCsv(await replies.all(reader), reader.teams)
      return reply
        .type('text/csv; charset=utf-8; header=present')
        .header('content-disposition', 'attachment; filename="canned-replies.csv"')
        .header('cache-control', 'no-store')
        .send(csv)
    },
  )

  http.post(
    `${base}/import`,
    {
      bodyLimit: importLimitBytes,
      schema: {
        tags,
        security: keyOrSession(write),
        summary: 'Import canned replies from CSV',
        description:
          'A row whose shortcut and visibility are known updates that reply; other rows create replies. Lines with a problem are reported and skipped. ' +
          'With `dry_run` nothing is changed. At most 1,000 rows.',
        params: OrganizationParams,
        body: CannedReplyImport,
        response: { 200: ImportResult },
      },
    },
    async (request) => {
      const editor = await editorOf(request, request.params.organization_id, write)
      return deps.importReplies(editor, request.body.csv, request.body.dry_run)
    },
  )
}
