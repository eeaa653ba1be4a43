/**
 * What reports measure. Definitions of the metrics: docs/decisions/reports.md. Without TypeBox, which the panel does not
 * bundle; the schemas are in reports.ts.
 */

/** Incremented when the definition of a metric changes, so that exported figures can be distinguished. */
export const reportDefinitions = 2

/**
 * `level`: median and 90th percentile of a number that is recorded every hour. `time`: seconds in total, as `count`. `share`: `mean`
 * is between 0 and 1. Only the other kinds have lists of what is behind a figure.
 * `count`: how many. `duration`: median and 90th percentile in seconds, by the chosen clock. `score`: the mean of ratings.
 * `by`: the time that decides to which period a measurement belongs.
 */
export const reportMetrics = {
  /** Openings: new and reopened conversations. */
  started: { kind: 'count', by: 'start' },
  /** Of these, the reopened ones. */
  reopened: { kind: 'count', by: 'start' },
  closed: { kind: 'count', by: 'end' },
  /** Closed ones in which the customer wrote and nobody replied. */
  unanswered: { kind: 'count', by: 'end' },
  /** Closed ones with replies of an AI agent and none of a person. */
  ai_only: { kind: 'count', by: 'end' },
  /** Start to the first reply of a person. */
  first_response: { kind: 'duration', by: 'reply' },
  /** Start to the first reply of an AI agent. */
  ai_first_response: { kind: 'duration', by: 'reply' },
  /** Each wait of a customer for the reply of a person. */
  reply_time: { kind: 'duration', by: 'reply' },
  /** Each wait of a customer that an AI agent ended. */
  ai_reply_time: { kind: 'duration', by: 'reply' },
  /** Start to close. */
  resolution: { kind: 'duration', by: 'end' },
  /** Active time of an agent in a conversation that was closed: one measurement per conversation and agent. */
  handling: { kind: 'duration', by: 'end' },
  /** Assignments to agents. */
  assigned: { kind: 'count', by: 'start' },
  calls: { kind: 'count', by: 'start' },
  calls_answered: { kind: 'count', by: 'start' },
  calls_missed: { kind: 'count', by: 'start' },
  /** Call to answer. */
  call_wait: { kind: 'duration', by: 'start' },
  /** Call to the end of calls that nobody answered. */
  call_missed_wait: { kind: 'duration', by: 'start' },
  /** Answer to end. */
  call_talk: { kind: 'duration', by: 'start' },
  /** Ratings by customers, 1 to 5: the last value of each, by the time of the first. */
  rating: { kind: 'score', by: 'rating' },
  rating_1: { kind: 'count', by: 'rating' },
  rating_2: { kind: 'count', by: 'rating' },
  rating_3: { kind: 'count', by: 'rating' },
  rating_4: { kind: 'count', by: 'rating' },
  rating_5: { kind: 'count', by: 'rating' },
  /** Open conversations without snoozed ones, at each full hour. */
  backlog_open: { kind: 'level', by: 'hour' },
  /** Of these, those without an agent. */
  backlog_unassigned: { kind: 'level', by: 'hour' },
  /** Of these, those whose customer waits for a reply. */
  backlog_waiting: { kind: 'level', by: 'hour' },
  /** Time connected to the panel. */
  online: { kind: 'time', by: 'moment' },
  /** Share of the time online with active work on a conversation that is closed by now, or in a call. */
  occupancy: { kind: 'share', by: 'moment' },
  /** Each wait of a customer, answered by anyone or not, by its start. */
  wait: { kind: 'duration', by: 'start' },
} as const satisfies Record<
  string,
  {
    kind: 'count' | 'duration' | 'score' | 'level' | 'time' | 'share'
    by: 'start' | 'end' | 'reply' | 'rating' | 'hour' | 'moment'
  }
>
export type ReportMetric = keyof typeof reportMetrics
export type ReportMetricKind = (typeof reportMetrics)[ReportMetric]['kind']

/** Whether a figure has a list of measurements: levels, times and shares are not made of them. */
export const isListable = (metric: ReportMetric): boolean =>
  ['count', 'duration', 'score'].includes(reportMetrics[metric].kind)

export const reportGroups = ['agent', 'team', 'label', 'provider', 'channel', 'reason'] as const
/** `reason`: `answered`, or how a call was missed. Only for calls. */
export type ReportGroup = (typeof reportGroups)[number]

interface ReportShape {
  /** In the order of columns. */
  metrics: readonly ReportMetric[]
  /** Ways to break the figures down. */
  groups: readonly ReportGroup[]
  /** Used if the request names none. null: not broken down. */
  group: ReportGroup | null
}

const conversationGroups = ['agent', 'team', 'label', 'provider', 'channel'] as const
const ofConversations = ['started', 'closed', 'first_response', 'reply_time', 'resolution', 'rating'] as const

export const reportShapes = {
  conversations: {
    metrics: [
      'started',
      'reopened',
      'closed',
      'unanswered',
      'ai_only',
      'backlog_open',
      'backlog_unassigned',
      'backlog_waiting',
    ],
    groups: conversationGroups,
    group: null,
  },
  response: {
    metrics: ['first_response', 'reply_time', 'resolution', 'handling', 'ai_first_response', 'ai_reply_time'],
    groups: conversationGroups,
    group: null,
  },
  calls: {
    metrics: ['calls', 'calls_answered', 'calls_missed', 'call_wait', 'call_missed_wait', 'call_talk'],
    groups: ['agent', 'team', 'label', 'provider', 'channel', 'reason'],
    group: 'reason',
  },
  satisfaction: {
    metrics: ['rating', 'rating_1', 'rating_2', 'rating_3', 'rating_4', 'rating_5'],
    groups: conversationGroups,
    group: null,
  },
  agents: {
    metrics: [
      'assigned',
      'closed',
      'first_response',
      'reply_time',
      'resolution',
      'handling',
      'rating',
      'calls_answered',
      'call_talk',
      'online',
      'occupancy',
    ],
    groups: ['agent'],
    group: 'agent',
  },
  teams: { metrics: ofConversations, groups: ['team'], group: 'team' },
  labels: { metrics: ofConversations, groups: ['label'], group: 'label' },
  channels: { metrics: ofConversations, groups: ['provider', 'channel'], group: 'provider' },
  heat_map: { metrics: ['started', 'wait'], groups: [], group: null },
} as const satisfies Record<string, ReportShape>
export type ReportKind = keyof typeof reportShapes

const isKind = (name: string): name is ReportKind => Object.hasOwn(reportShapes, name)
export const reportKinds: readonly ReportKind[] = Object.keys(reportShapes).filter(isKind)
export const reportShape = (kind: ReportKind): ReportShape => reportShapes[kind]

export const reportClocks = ['clock_time', 'business_hours'] as const
export const reportIntervals = ['hour', 'day', 'week', 'month'] as const
/** Tables of a report that can be exported as CSV. */
export const reportTables = ['series', 'groups', 'cells'] as const

/** A period has at most this many days. */
export const maxReportDays = 366
/** Shorter intervals than this allows are refused with `report_too_fine`. */
export const maxReportPoints = 750
/** Groups of a report: the largest ones. */
export const maxReportGroups = 200
