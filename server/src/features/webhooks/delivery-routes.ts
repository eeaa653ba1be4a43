import { Page, PageQuery } from '@parley/protocol/pager'
import { closed, Id } from '@parley/protocol/scalars'
import { Delivery, DeliveryDetail, DeliveryFilter, ResendInput, ResendResult } from '@parley/protocol/webhook'
import Type from 'typebox'
import { AppError } from '../../core/app-error.ts'
import { readDateTime } from '../../core/date-time.ts'
import type { Http } from '../../core/http.ts'
import { decodeCursor, encodeCursor, pageOf } from '../../core/paging.ts'
import { keyOrSession, type AuthorizeAccess } from '../../core/permissions.ts'
import type { Deliveries } from './deliveries.ts'

const tags = ['Deliveries']
const OrganizationParams = Type.Object({ organization_id: Id }, closed)
const DeliveryParams = Type.Object({ organization_id: Id, delivery_id: Id }, closed)
const read = { role: 'admin', scope: 'deliveries:read' } as const
const resend = { role: 'admin', scope: 'deliveries:resend' } as const

/** `/v1/organizations/:organization_id/deliveries`: admins and owners, or a key with the scope. */
export function deliveryRoutes(
  http: Http,
  deps: { deliveries: Deliveries; authorize: AuthorizeAccess },
): void {
  const { deliveries, authorize } = deps

  http.get(
    '/v1/organizations/:organization_id/deliveries',
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'List deliveries of the last 14 days, newest first',
        params: OrganizationParams,
        querystring: Type.Object({ ...DeliveryFilter, ...PageQuery }, closed),
        response: { 200: Page(Delivery) },
      },
    },
    async (request) => {
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      const { max = 50, cursor, ...filter } = request.query
      const rows = await deliveries.list(organizationId, readTimes(filter, 'querystring'), {
        max: max + 1,
        after: decodeCursor(cursor),
      })
      return pageOf(rows, max, 'DESC', (row) => encodeCursor(row.created_at, row.id))
    },
  )

  http.get(
    '/v1/organizations/:organization_id/deliveries/:delivery_id',
    {
      schema: {
        tags,
        security: keyOrSession(read.scope),
        summary: 'Get a delivery with the request and response of each attempt',
        params: DeliveryParams,
        response: { 200: DeliveryDetail },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorize(request, request.params.organization_id, read)
      // Contains the response of a third-party server.
      reply.header('cache-control', 'no-store')
      return deliveries.find(organizationId, request.params.delivery_id)
    },
  )

  http.post(
    '/v1/organizations/:organization_id/deliveries/:delivery_id/resend',
    {
      schema: {
        tags,
        security: keyOrSession(resend.scope),
        summary: 'Resend a delivery, with the same event_id',
        description:
          'Makes one attempt, which does not count as one of the three and is not retried automatically.',
        params: DeliveryParams,
        response: { 202: Delivery },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorize(request, request.params.organization_id, resend)
      return reply.code(202).send(await deliveries.resend(organizationId, request.params.delivery_id))
    },
  )

  http.post(
    '/v1/organizations/:organization_id/deliveries/resend',
    {
      schema: {
        tags,
        security: keyOrSession(resend.scope),
        summary: 'Resend all matching completed deliveries, at most 10,000 per request',
        description:
          'While `next` is not null, repeat the request with it as `cursor` to resend the older ones.',
        params: OrganizationParams,
        body: ResendInput,
        response: { 202: ResendResult },
      },
    },
    async (request, reply) => {
      const { organizationId } = await authorize(request, request.params.organization_id, resend)
      const { cursor, ...filter } = request.body
      const after = decodeCursor(cursor, '/body/cursor')
      const result = await deliveries.resendAll(organizationId, readTimes(filter, 'body'), after)
      return reply.code(202).send(result)
    },
  )
}

/** Converts the times to the database's format. @throws AppError for times that do not exist, such as February 30 */
function readTimes(filter: DeliveryFilter, where: string): DeliveryFilter {
  const times: Pick<DeliveryFilter, 'from' | 'to'> = {}
  for (const key of ['from', 'to'] as const) {
    const value = filter[key]
    if (value === undefined) continue
    const time = readDateTime(value)
    if (time === null) {
      throw new AppError('invalid_request', {
        detail: `${key} is not an existing time.`,
        pointer: `/${where}/${key}`,
      })
    }
    times[key] = time
  }
  return { ...filter, ...times }
}
