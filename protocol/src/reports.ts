import Type, { type Static } from 'typebox'
import { AgentFace } from './agent.ts'
import { DeskState } from './call.ts'
import { Channel } from './channel.ts'
import { Pager, PageQuery } from './pager.ts'
import {
  reportClocks,
  reportGroups,
  reportIntervals,
  reportKinds,
  reportMetrics,
  reportTables,
  type ReportKind,
  type ReportMetric,
} from './report-metrics.ts'
import { closed, Id, nullable, Timestamp } from './scalars.ts'

export const ReportKindSchema = Type.Enum([...reportKinds] as ReportKind[])
export const ReportMetricSchema = Type.Enum(Object.keys(reportMetrics) as ReportMetric[])
export const ReportClock = Type.Enum([...reportClocks])
export type ReportClock = Static<typeof ReportClock>
export const ReportInterval = Type.Enum([...reportIntervals])
export type ReportInterval = Static<typeof ReportInterval>
export const ReportGroupSchema = Type.Enum([...reportGroups])
export const ReportTable = Type.Enum([...reportTables])
export type ReportTable = Static<typeof ReportTable>

const LocalDate = Type.String({
  pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
  description: 'A date in the time zone of the organization.',
})

const uuid = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'
/** One id or several, separated by commas; `none`: without one. */
const Ids = Type.String({
  pattern: `^(${uuid}|none)(,(${uuid}|none)){0,19}$`,
  description: 'One id or several, separated by commas; `none`: without one.',
})

/** Narrow all figures. Conditions of different fields all apply, of one field any. */
export const reportFilters = {
  agent: Type.Optional(Ids),
  team: Type.Optional(Ids),
  label: Type.Optional(Ids),
  provider: Type.Optional(Ids),
  channel: Type.Optional(Channel),
}

/** Query of a report. */
export const reportQuery = {
  /** First and last day of the period, both included. */
  from: LocalDate,
  to: LocalDate,
  /** `previous`: also the same number of days before `from`. If the period is not over, up to the same time. */
  compare: Type.Optional(Type.Enum(['previous'])),
  /** `business_hours`: durations count only the hours in which the organization was open. Default `clock_time`. */
  clock: Type.Optional(ReportClock),
  /** Default: hours up to 2 days, days up to 92, else weeks. Weeks begin on Monday. */
  interval: Type.Optional(ReportInterval),
  /** One of the report's own (report-metrics.ts). */
  group: Type.Optional(ReportGroupSchema),
  ...reportFilters,
}
export const ReportQuery = Type.Object(reportQuery, closed)
export type ReportQuery = Static<typeof ReportQuery>

/**
 * One metric over a period. `median`, `p90`: seconds of durations, or levels; `mean`: of scores and shares. All three are null
 * without measurements.
 */
export const ReportFigure = Type.Object(
  {
    /** Measurements; of levels recorded hours, of times and shares seconds. */
    count: Type.Integer(),
    median: nullable(Type.Number()),
    p90: nullable(Type.Number()),
    mean: nullable(Type.Number()),
  },
  closed,
)
export type ReportFigure = Static<typeof ReportFigure>

/** A figure for each metric of the report (`reportShapes`). */
export type ReportFigures = Partial<Record<ReportMetric, ReportFigure>>
export const ReportFigures = Type.Unsafe<ReportFigures>(Type.Record(Type.String(), ReportFigure))

/** `start`: the beginning of the interval; the first and last one may reach beyond the period. Empty ones are included. */
export const ReportPoint = Type.Object({ start: Timestamp, figures: ReportFigures }, closed)
export type ReportPoint = Static<typeof ReportPoint>

/** One row of a breakdown. `key`: an id, a channel or a reason; `none`: without one. */
export const ReportRow = Type.Object(
  {
    key: Type.String(),
    /** null: no longer exists, or `none`. Channels and reasons: null, clients have texts for them. */
    name: nullable(Type.String()),
    figures: ReportFigures,
    /** null: not compared. */
    previous: nullable(ReportFigures),
  },
  closed,
)
export type ReportRow = Static<typeof ReportRow>

/** One hour of the week. `weekday`: 0 is Monday. */
export const ReportCell = Type.Object(
  { weekday: Type.Integer(), hour: Type.Integer(), figures: ReportFigures },
  closed,
)
export type ReportCell = Static<typeof ReportCell>

/** `to` is not included. */
const period = { from: Timestamp, to: Timestamp }

export const Report = Type.Object(
  {
    report: ReportKindSchema,
    /** Version of the metrics' definitions. */
    definitions: Type.Integer(),
    ...period,
    /** IANA name. Days, weeks and the heat map are those of this zone. */
    time_zone: Type.String(),
    clock: ReportClock,
    interval: ReportInterval,
    group: nullable(ReportGroupSchema),
    /** Columns, in order. */
    metrics: Type.Array(ReportMetricSchema),
    totals: ReportFigures,
    /** Empty for the heat map. */
    series: Type.Array(ReportPoint),
    /** The largest first, at most `maxReportGroups`. Empty without a group. */
    groups: Type.Array(ReportRow),
    /** 168 cells, Monday 0:00 first. Empty except for the heat map. */
    cells: Type.Array(ReportCell),
    /**
     * The period before, up to the same time if the period is not over. null: not compared. `series` has as many points as the
     * period, or one more or less around clock changes.
     */
    previous: nullable(
      Type.Object({ ...period, totals: ReportFigures, series: Type.Array(ReportPoint) }, closed),
    ),
    /** When the figures were read. Messages of open conversations may be half a minute behind. */
    as_of: Timestamp,
    /** false: the log from before an upgrade is still being counted, and figures are too low. */
    complete: Type.Boolean(),
  },
  closed,
)
export type Report = Static<typeof Report>

/** Query of the CSV of one table of a report. Default: `cells` of the heat map, `groups` if there is a group, else `series`. */
export const ReportExportQuery = Type.Object({ ...reportQuery, table: Type.Optional(ReportTable) }, closed)
export type ReportExportQuery = Static<typeof ReportExportQuery>

/**
 * What is behind one figure of a report: the same query, the metric, and one of a point, a row and a cell; none of them: the
 * total.
 */
export const ReportItemsQuery = Type.Object(
  {
    ...reportQuery,
    metric: ReportMetricSchema,
    /** The `start` of a point. */
    at: Type.Optional(Timestamp),
    /** The `key` of a row. */
    key: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
    /** A cell; both or neither. */
    weekday: Type.Optional(Type.Integer({ minimum: 0, maximum: 6 })),
    hour: Type.Optional(Type.Integer({ minimum: 0, maximum: 23 })),
    ...PageQuery,
  },
  closed,
)
export type ReportItemsQuery = Static<typeof ReportItemsQuery>

/** One measurement: a conversation, or one wait, assignment or call in it. */
export const ReportItem = Type.Object(
  {
    /** null: a call outside a conversation. */
    conversation_id: nullable(Id),
    /** Only of calls. */
    call_id: nullable(Id),
    /** `name` null: an unnamed visitor, or the request was made with an API key. */
    customer: Type.Object({ id: Id, name: nullable(Type.String()) }, closed),
    /** `name` is empty for people and bots of an import without an account. */
    agent: nullable(AgentFace),
    /** The time by which it belongs to the period. */
    at: Timestamp,
    /** Of durations. */
    seconds: nullable(Type.Number()),
    /** Of ratings. */
    score: nullable(Type.Integer()),
  },
  closed,
)
export type ReportItem = Static<typeof ReportItem>

/** Newest first. `total` equals the figure's `count`. */
export const ReportItems = Type.Object(
  { total: Type.Integer(), data: Type.Array(ReportItem), pager: Pager },
  closed,
)
export type ReportItems = Static<typeof ReportItems>

/** Conversations that are open now. `waiting_since`: of the customer who has waited longest; null: nobody waits. */
const liveCounts = {
  open: Type.Integer(),
  unassigned: Type.Integer(),
  waiting: Type.Integer(),
  snoozed: Type.Integer(),
  waiting_since: nullable(Timestamp),
}
/** `open`, `unassigned` and `waiting` without snoozed ones. */
export const LiveCounts = Type.Object(liveCounts, closed)
export type LiveCounts = Static<typeof LiveCounts>

/** An agent now. `state`: the call status, which is `offline` without a microphone too. `since`: when the state began. */
export const LiveAgent = Type.Object(
  {
    agent: AgentFace,
    /** Connected to the panel. */
    online: Type.Boolean(),
    /** Connected without a break since then, to a few seconds. null: not connected, or not recorded yet. */
    online_since: nullable(Timestamp),
    state: DeskState,
    since: Timestamp,
    /** Open conversations assigned to the agent, without snoozed ones. */
    open: Type.Integer(),
    /** Of these, the ones whose customer waits. */
    waiting: Type.Integer(),
  },
  closed,
)
export type LiveAgent = Static<typeof LiveAgent>

/** GET .../reports/live. Not pushed: clients ask again every few seconds. */
export const LiveReport = Type.Object(
  {
    at: Timestamp,
    ...liveCounts,
    /** Teams with open conversations. `team_id` null: conversations without a team. */
    teams: Type.Array(
      Type.Object({ team_id: nullable(Id), name: nullable(Type.String()), ...liveCounts }, closed),
    ),
    /** All agents, those with a connection first. */
    agents: Type.Array(LiveAgent),
    /** Calls that wait for an agent, and those in progress. `waiting_since`: the longest wait. */
    calls: Type.Object(
      { waiting: Type.Integer(), active: Type.Integer(), waiting_since: nullable(Timestamp) },
      closed,
    ),
  },
  closed,
)
export type LiveReport = Static<typeof LiveReport>
