import { Customer, CustomerInput } from '@parley/protocol/customer'
import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import { keyOrSession, type AuthorizeAccess, type AuthorizeAgent } from '../../core/permissions.ts'
import { readerOf, type OnlineOf, type PresenceReader } from '../../realtime/presence/presence-reader.ts'
import { noFigures, type CustomerFigures } from './customer-figures.ts'
import type { CustomerRow } from './customer-store.ts'
import type { Customers } from './customers.ts'
import { customerRecord } from './newcomers.ts'

const tags = ['Customers']
const read = { role: 'agent', scope: 'customers:read' } as const
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const CustomerParams = Type.Object({ organization_id: Id, customer_id: Id }, closed)

export interface CustomerRouteDeps {
  customers: Customers
  authorizeAgent: AuthorizeAgent
  authorize: AuthorizeAccess
  figures: (customerIds: string[]) => Promise<Map<string, CustomerFigures>>
  onlineOf: OnlineOf
  /** Returns which of these addresses belong to readers who have unsubscribed from e-mails about unread messages. */
  unsubscribed: (organizationId: string, emails: string[]) => Promise<ReadonlySet<string>>
}

/** `/v1/organizations/:organization_id/customers`. */
export function customerRoutes(http: Http, deps: CustomerRouteDeps): void {
  const { customers, authorizeAgent, authorize } = deps
  const present = async (rows: CustomerRow[], reader: PresenceReader): Promise<Customer[]> => {
    const ids = rows.map((row) => row.id)
    const organizationId = rows[0]?.organization_id ?? ''
    const emails = rows.flatMap(({ email }) => email ?? [])
    const [figures, online, unsubscribed] = await Promise.all([
      deps.figures(ids),
      deps.onlineOf(organizationId, ids, reader),
      deps.unsubscribed(organizationId, emails),
    ])
    return rows.map((row) => ({
      ...customerRecord(row),
      avatar_url: row.avatar_url,
      email_verified: row.email_verified,
      email_unsubscribed: row.email !== null && unsubscribed.has(row.email),
      is_blocked: row.is_blocked,
      deactivated_at: row.deactivated_at,
      private_agent_id: row.private_agent_id,
      last_seen_at: row.last_seen_at,
      online: online.has(row.id),
      ...(figures.get(row.id) ?? noFigures),
    }))
  }
  const presentOne = async (row: CustomerRow, reader: PresenceReader) =>
    (await present([row], reader))[0] as Customer

  http.get(
    '/v1/organizations/:organization_id/customers',
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'List customers, newest first. q searches name, username, e-mail and external id',
        params: OrganizationParams,
        querystring: Type.Object({ ...PageQuery, q: Type.Optional(Type.String({ maxLength: 200 })) }, closed),
        response: { 200: Page(Customer) },
      },
    },
    async (request) => {
      const { organization_id: organizationId } = request.params
      const caller = await authorize(request, organizationId, read)
      const max = request.query.max ?? 50
      const rows = await customers.list({
        organizationId,
        search: request.query.q?.trim() || null,
        max: max + 1,
        after: decodeCursor(request.query.cursor),
      })
      const page = pageOf(rows, max, 'DESC', (row) => encodeCursor(row.created_at, row.id))
      return { ...page, data: await present(page.data, readerOf(caller)) }
    },
  )

  http.get(
    '/v1/organizations/:organization_id/customers/:customer_id',
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'Get a customer',
        params: CustomerParams,
        response: { 200: Customer },
      },
    },
    async (request) => {
      const { organization_id: organizationId, customer_id: customerId } = request.params
      const caller = await authorize(request, organizationId, read)
      const row = await customers.find(organizationId, customerId)
      if (!row) throw new AppError('not_found')
      return presentOne(row, readerOf(caller))
    },
  )

  http.patch(
    '/v1/organizations/:organization_id/customers/:customer_id',
    {
      schema: {
        tags,
        summary: 'Change, block or unblock a customer, or set the dedicated agent',
        params: CustomerParams,
        body: CustomerInput,
        response: { 200: Customer },
      },
    },
    async (request) => {
      const { organization_id: organizationId, customer_id: customerId } = request.params
      const { agentId } = await authorizeAgent(request, organizationId)
      const row = await customers.update(organizationId, customerId, request.body, {
        type: 'agent',
        id: agentId,
      })
      return presentOne(row, 'agent')
    },
  )
}
