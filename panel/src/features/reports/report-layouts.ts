import {
  reportMetrics,
  reportShape,
  type ReportKind,
  type ReportMetric,
} from '@parley/protocol/report-metrics'
import { columnKey, previousKey } from './report-data.ts'
import type { Statistic, Tone } from './report-parts.ts'
import type { Better } from './report-values.ts'

/** A headline figure. Of durations the median, with the 90th percentile below. */
export type FigureLayout =
  | { kind: 'metric'; metric: ReportMetric; better: Better }
  /** How many of `of` are one of `parts`. */
  | {
      kind: 'share'
      name: 'answerRate' | 'satisfied'
      parts: readonly ReportMetric[]
      of: ReportMetric
      better: Better
    }

interface SeriesLayout {
  metric: ReportMetric
  statistic: Statistic
  tone: Tone
  /** The same figure of the previous period. */
  previous?: true
}

export interface ChartLayout {
  /** Its own title and definition; undefined: those of its only metric. */
  name?: 'flow' | 'outcomes' | 'outcomesOfPeople' | 'backlog' | 'callOutcomes' | 'scores'
  /** Left out unless the report shows this metric. */
  metric: ReportMetric
  /** Left out if the report shows this metric. */
  unless?: ReportMetric
  kind: 'bars' | 'stack' | 'lines'
  series: readonly SeriesLayout[]
}

interface ReportLayout {
  figures: readonly FigureLayout[]
  charts: readonly ChartLayout[]
}

const count = (metric: ReportMetric, tone: Tone): SeriesLayout => ({ metric, statistic: 'count', tone })

const level = (metric: ReportMetric, tone: Tone): SeriesLayout => ({ metric, statistic: 'median', tone })

/** Median and 90th percentile, and the median of the previous period. */
const durationChart = (metric: ReportMetric): ChartLayout => ({
  metric,
  kind: 'lines',
  series: [
    { metric, statistic: 'median', tone: 'brand' },
    { metric, statistic: 'p90', tone: 'amber' },
    { metric, statistic: 'median', tone: 'grey', previous: true },
  ],
})

const metric = (name: ReportMetric, better: Better): FigureLayout => ({
  kind: 'metric',
  metric: name,
  better,
})

const ofConversations: readonly FigureLayout[] = [
  metric('started', 'neither'),
  metric('closed', 'neither'),
  metric('first_response', 'less'),
  metric('reply_time', 'less'),
  metric('resolution', 'less'),
  metric('rating', 'more'),
]

/** What each report shows first, and what it draws. Tables follow from its metrics. */
export const reportLayouts: Record<ReportKind, ReportLayout> = {
  conversations: {
    figures: [
      metric('started', 'neither'),
      metric('reopened', 'less'),
      metric('closed', 'neither'),
      metric('unanswered', 'less'),
      metric('ai_only', 'neither'),
      metric('backlog_open', 'less'),
    ],
    charts: [
      {
        name: 'flow',
        metric: 'started',
        kind: 'bars',
        series: [count('started', 'brand'), count('closed', 'green')],
      },
      {
        name: 'outcomes',
        metric: 'ai_only',
        kind: 'lines',
        series: [count('reopened', 'brand'), count('unanswered', 'red'), count('ai_only', 'grey')],
      },
      {
        name: 'outcomesOfPeople',
        metric: 'reopened',
        unless: 'ai_only',
        kind: 'lines',
        series: [count('reopened', 'brand'), count('unanswered', 'red')],
      },
      {
        name: 'backlog',
        metric: 'backlog_open',
        kind: 'lines',
        series: [
          level('backlog_open', 'brand'),
          level('backlog_unassigned', 'red'),
          level('backlog_waiting', 'amber'),
        ],
      },
    ],
  },
  response: {
    figures: [
      metric('first_response', 'less'),
      metric('reply_time', 'less'),
      metric('resolution', 'less'),
      metric('handling', 'less'),
      metric('ai_first_response', 'less'),
      metric('ai_reply_time', 'less'),
    ],
    charts: [
      durationChart('first_response'),
      durationChart('reply_time'),
      durationChart('resolution'),
      durationChart('handling'),
      durationChart('ai_first_response'),
      durationChart('ai_reply_time'),
    ],
  },
  calls: {
    figures: [
      metric('calls', 'neither'),
      { kind: 'share', name: 'answerRate', parts: ['calls_answered'], of: 'calls', better: 'more' },
      metric('calls_missed', 'less'),
      metric('call_wait', 'less'),
      metric('call_talk', 'neither'),
    ],
    charts: [
      {
        name: 'callOutcomes',
        metric: 'calls',
        kind: 'stack',
        series: [count('calls_answered', 'green'), count('calls_missed', 'red')],
      },
      durationChart('call_wait'),
      durationChart('call_missed_wait'),
      durationChart('call_talk'),
    ],
  },
  satisfaction: {
    figures: [
      metric('rating', 'more'),
      {
        kind: 'share',
        name: 'satisfied',
        parts: ['rating_4', 'rating_5'],
        of: 'rating',
        better: 'more',
      },
      metric('rating_1', 'less'),
      metric('rating_2', 'less'),
    ],
    charts: [
      {
        metric: 'rating',
        kind: 'lines',
        series: [
          { metric: 'rating', statistic: 'mean', tone: 'brand' },
          { metric: 'rating', statistic: 'mean', tone: 'grey', previous: true },
        ],
      },
      {
        name: 'scores',
        metric: 'rating',
        kind: 'stack',
        series: [
          count('rating_1', 'red'),
          count('rating_2', 'amber'),
          count('rating_3', 'grey'),
          count('rating_4', 'brand'),
          count('rating_5', 'green'),
        ],
      },
    ],
  },
  agents: {
    figures: [
      metric('closed', 'neither'),
      metric('first_response', 'less'),
      metric('reply_time', 'less'),
      metric('handling', 'less'),
      metric('rating', 'more'),
      metric('calls_answered', 'neither'),
      metric('online', 'neither'),
      metric('occupancy', 'neither'),
    ],
    charts: [],
  },
  teams: { figures: ofConversations, charts: [] },
  labels: { figures: ofConversations, charts: [] },
  channels: { figures: ofConversations, charts: [] },
  heat_map: { figures: [metric('started', 'neither'), metric('wait', 'less')], charts: [] },
}

export const seriesKey = ({ metric, statistic, previous }: SeriesLayout): string =>
  previous === true ? previousKey(metric, statistic) : columnKey(metric, statistic)

/** Reports with durations offer the choice of the clock. */
export const hasDurations = (report: ReportKind): boolean =>
  reportShape(report).metrics.some((name) => reportMetrics[name].kind === 'duration')
