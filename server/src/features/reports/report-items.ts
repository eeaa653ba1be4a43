import type { AgentFace } from '@parley/protocol/agent'
import { isListable, reportShape, type ReportGroup, type ReportMetric } from '@parley/protocol/report-metrics'
import type { ReportClock, ReportItems, ReportItemsQuery } from '@parley/protocol/reports'
import { AppError } from '../../core/app-error.ts'
import { timestamp } from '../../core/clock.ts'
import type { FactReader, Period } from './figures.ts'
import type { ReportQueue } from './report-queue.ts'
import type { Filters, ReportRequest } from './report-request.ts'

/** Where a list of measurements continues. */
interface Place {
  at: string
  customer_id: string
  position: number
}

interface Measurement extends Place {
  conversation_id: string | null
  call_id: string | null
  agent_id: string | null
  seconds: number | null
  score: number | null
}

export interface ItemReader extends FactReader {
  list: (query: {
    organizationId: string
    from: string
    to: string
    clock: ReportClock
    filters: Filters
    metric: ReportMetric
    group: { group: ReportGroup; key: string } | null
    cell: { weekday: number; hour: number; timeZone: string } | null
    max: number
    after: Place | null
  }) => Promise<{ total: number; rows: Measurement[] }>
}

export interface ReportItemDeps {
  read: <T>(work: (reader: ItemReader) => Promise<T>, signal?: AbortSignal) => Promise<T>
  turn: ReportQueue
  facesOf: (organizationId: string, agentIds: string[]) => Promise<Map<string, AgentFace>>
  customerNames: (organizationId: string, customerIds: string[]) => Promise<Map<string, string>>
}

export type ReportItemLists = ReturnType<typeof createReportItems>

/** What is behind a figure. */
export function createReportItems({ read, turn, facesOf, customerNames }: ReportItemDeps) {
  /**
   * @param named whether the reader may see names of customers
   * @throws AppError report_metric_unknown, report_place_invalid, invalid_request, reports_busy
   */
  return async function list(
    organizationId: string,
    request: ReportRequest,
    query: ReportItemsQuery,
    { named, closed }: { named: boolean; closed: AbortSignal },
  ): Promise<ReportItems> {
    const { metric, key, weekday, hour, max = 50 } = query
    const { metrics } = reportShape(request.report)
    if (!metrics.includes(metric) || !isListable(metric)) throw new AppError('report_metric_unknown')
    const isHeatMap = request.report === 'heat_map'
    const hasCell = weekday !== undefined && hour !== undefined
    if (
      (weekday === undefined) !== (hour === undefined) ||
      (hasCell && !isHeatMap) ||
      (query.at !== undefined && isHeatMap) ||
      (key !== undefined && request.group === null)
    )
      throw new AppError('report_place_invalid')
    const after = decodePlace(query.cursor)

    const { total, rows } = await turn(organizationId, closed, (signal) =>
      read(async (reader) => {
        const timeZone = await reader.timeZoneOf(organizationId)
        const period = await reader.periodOf(request.days, timeZone)
        return reader.list({
          organizationId,
          ...(query.at === undefined
            ? period
            : await intervalAt(reader, request, { period, timeZone, at: query.at })),
          clock: request.clock,
          filters: request.filters,
          metric,
          group: key === undefined || request.group === null ? null : { group: request.group, key },
          cell: weekday === undefined || hour === undefined ? null : { weekday, hour, timeZone },
          max: max + 1,
          after,
        })
      }, signal),
    )
    const page = rows.slice(0, max)
    const last = rows.length > max ? page.at(-1) : undefined
    const agentIds = page.flatMap(({ agent_id: agentId }) => (agentId === null ? [] : [agentId]))
    const faces = await facesOf(organizationId, agentIds)
    const customerIds = [...new Set(page.map((row) => row.customer_id))]
    const customers = named ? await customerNames(organizationId, customerIds) : new Map<string, string>()
    return {
      total,
      data: page.map((row) => ({
        conversation_id: row.conversation_id,
        call_id: row.call_id,
        customer: { id: row.customer_id, name: customers.get(row.customer_id) ?? null },
        agent: row.agent_id === null ? null : (faces.get(row.agent_id) ?? unnamed(row.agent_id)),
        at: row.at,
        seconds: row.seconds,
        score: row.score,
      })),
      pager: { max, next: last === undefined ? null : encodePlace(last), sort: 'DESC' },
    }
  }
}

/** An agent of an import without an account. */
const unnamed = (id: string): AgentFace => ({ id, name: '', avatar_url: null })

/** The part of the period that a point of the series stands for. */
async function intervalAt(
  reader: FactReader,
  { days, interval }: ReportRequest,
  { period, timeZone, at }: { period: Period; timeZone: string; at: string },
): Promise<Period> {
  const intervals = await reader.intervalsOf({ days, period, interval, timeZone })
  const index = intervals.findIndex(({ start }) => start === at)
  if (index < 0) throw new AppError('report_place_invalid')
  const next = intervals[index + 1]?.start ?? period.to
  return { from: at > period.from ? at : period.from, to: next < period.to ? next : period.to }
}

const encodePlace = ({ at, customer_id: customerId, position }: Place): string =>
  Buffer.from(`${at} ${customerId} ${position}`).toString('base64url')

function decodePlace(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null
  const [, at = '', customerId = '', position = ''] =
    placePattern.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  const milliseconds = Date.parse(at)
  if (Number.isNaN(milliseconds) || timestamp(milliseconds) !== at || at < '0001') {
    throw new AppError('invalid_request', {
      detail: 'The cursor is invalid.',
      pointer: '/querystring/cursor',
    })
  }
  return { at, customer_id: customerId, position: Number(position) }
}

const placePattern =
  /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00) ([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}) (\d{1,9})$/
