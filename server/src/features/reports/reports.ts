import type { AgentFace } from '@parley/protocol/agent'
import {
  isListable,
  maxReportGroups,
  reportDefinitions,
  type ReportGroup,
  type ReportMetric,
} from '@parley/protocol/report-metrics'
import type { Report, ReportFigures, ReportRow } from '@parley/protocol/reports'
import { timestamp, type Clock } from '../../core/clock.ts'
import type { Figures, FiguresTask } from './figures.ts'
import type { ReportQueue } from './report-queue.ts'
import type { ReportRequest } from './report-request.ts'

export interface ReportDeps {
  clock: Clock
  /** Cancels what the database is doing once `signal` aborts. */
  readFigures: (task: FiguresTask, signal: AbortSignal) => Promise<Figures>
  turn: ReportQueue
  /** Names of what figures are broken down by; also of removed agents and providers. */
  names: {
    agents: (organizationId: string, ids: string[]) => Promise<Map<string, AgentFace>>
    teams: (organizationId: string) => Promise<{ id: string; name: string }[]>
    labels: (organizationId: string) => Promise<{ id: string; name: string }[]>
    providers: (organizationId: string, ids: string[]) => Promise<{ id: string; name: string }[]>
  }
}

export type Reports = ReturnType<typeof createReports>

export function createReports({ clock, readFigures, turn, names }: ReportDeps) {
  async function namesOf(
    organizationId: string,
    group: ReportGroup,
    keys: string[],
  ): Promise<Map<string, string>> {
    const ids = keys.filter((key) => key !== 'none')
    const named = (list: { id: string; name: string }[]) => new Map(list.map(({ id, name }) => [id, name]))
    switch (group) {
      case 'agent':
        return named([...(await names.agents(organizationId, ids)).values()])
      case 'team':
        return named(await names.teams(organizationId))
      case 'label':
        return named(await names.labels(organizationId))
      case 'provider':
        return named(await names.providers(organizationId, ids))
      default:
        return new Map()
    }
  }

  return {
    /**
     * @param closed aborts when the client has closed the request
     * @throws AppError reports_busy
     */
    report: (
      organizationId: string,
      request: ReportRequest,
      closed: AbortSignal = new AbortController().signal,
    ): Promise<Report> =>
      turn(organizationId, closed, async (signal) => {
        const now = clock()
        const figures = await readFigures({ organizationId, request, now }, signal)
        const { group, clock: durations, report, interval } = request
        const keys = group === null ? [] : largest(figures.metrics, figures.groups)
        const nameOf = group === null ? new Map<string, string>() : await namesOf(organizationId, group, keys)
        return {
          report,
          definitions: reportDefinitions,
          ...figures.period,
          time_zone: figures.timeZone,
          clock: durations,
          interval,
          group,
          metrics: [...figures.metrics],
          totals: figures.totals,
          series: figures.series,
          groups: keys.map((key): ReportRow => ({
            key,
            name: nameOf.get(key) ?? null,
            figures: figures.groups.get(key) ?? figures.empty,
            previous: figures.previous === null ? null : (figures.previous.groups.get(key) ?? figures.empty),
          })),
          cells: figures.cells,
          previous:
            figures.previous === null
              ? null
              : {
                  ...figures.previous.period,
                  totals: figures.previous.totals,
                  series: figures.previous.series,
                },
          as_of: timestamp(now),
          complete: figures.complete,
        }
      }),
  }
}

/** Keys of the rows with the most measurements. */
function largest(metrics: readonly ReportMetric[], groups: ReadonlyMap<string, ReportFigures>): string[] {
  const weigh = (figures: ReportFigures) =>
    metrics.reduce((sum, metric) => sum + (isListable(metric) ? (figures[metric]?.count ?? 0) : 0), 0)
  return [...groups]
    .map(([key, figures]) => ({ key, weight: weigh(figures) }))
    .sort((one, other) => other.weight - one.weight || (one.key < other.key ? -1 : 1))
    .slice(0, maxReportGroups)
    .map(({ key }) => key)
}
