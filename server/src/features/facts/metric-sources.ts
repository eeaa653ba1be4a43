import type { ReportGroup, ReportMetric } from '@parley/protocol/report-metrics'

/**
 * Where metrics are read (docs/decisions/reports.md, Definitions). Metrics of one source are computed in one pass over one
 * index. Everything here is SQL of this file; nothing comes from a request.
 */
export interface MetricSource {
  name: string
  table: 'episode' | 'assignment_span' | 'wait_span' | 'handling' | 'call_fact'
  /** The time that decides to which period a row belongs. */
  at: string
  /** Condition of the index on `at`. */
  where: string | null
  /** Whose the measurement is. */
  agent: string
  /** Tells rows of one customer with the same time apart. */
  position: string
  metrics: Partial<Record<ReportMetric, MetricColumn>>
}

export interface MetricColumn {
  /** Which rows count; null: all. */
  where: string | null
  /** Seconds; there is a second column with `_open` for business hours. */
  duration?: string
  score?: string
}

const all: MetricColumn = { where: null }
const score = (value: number): MetricColumn => ({ where: `score = ${value}` })

export const metricSources: MetricSource[] = [
  {
    name: 'started',
    table: 'episode',
    at: 'started_at',
    where: null,
    agent: 'agent_id',
    position: 'started_seq',
    metrics: { started: all, reopened: { where: 'reopened' } },
  },
  {
    name: 'ended',
    table: 'episode',
    at: 'ended_at',
    where: 'ended_at is not null',
    agent: 'agent_id',
    position: 'started_seq',
    metrics: {
      closed: all,
      unanswered: { where: 'customer_messages > 0 and agent_messages = 0 and ai_messages = 0' },
      ai_only: { where: 'ai_messages > 0 and agent_messages = 0' },
      resolution: { where: null, duration: 'resolution' },
    },
  },
  {
    name: 'first_response',
    table: 'episode',
    at: 'first_response_at',
    where: 'first_response_at is not null',
    agent: 'first_response_by',
    position: 'started_seq',
    metrics: { first_response: { where: null, duration: 'first_response' } },
  },
  {
    name: 'ai_first_response',
    table: 'episode',
    at: 'ai_first_response_at',
    where: 'ai_first_response_at is not null',
    agent: 'ai_first_response_by',
    position: 'started_seq',
    metrics: { ai_first_response: { where: null, duration: 'ai_first_response' } },
  },
  {
    name: 'rated',
    table: 'episode',
    at: 'rated_at',
    where: 'rated_at is not null',
    agent: 'agent_id',
    position: 'started_seq',
    metrics: {
      rating: { where: null, score: 'score' },
      rating_1: score(1),
      rating_2: score(2),
      rating_3: score(3),
      rating_4: score(4),
      rating_5: score(5),
    },
  },
  {
    name: 'reply',
    table: 'wait_span',
    at: 'to_at',
    where: 'answered_by is not null',
    agent: 'agent_id',
    position: 'position',
    metrics: {
      reply_time: { where: `answered_by = 'agent'`, duration: 'seconds' },
      ai_reply_time: { where: `answered_by = 'ai_agent'`, duration: 'seconds' },
    },
  },
  {
    name: 'wait',
    table: 'wait_span',
    at: 'from_at',
    where: 'to_at is not null',
    agent: 'agent_id',
    position: 'position',
    metrics: { wait: { where: null, duration: 'seconds' } },
  },
  {
    name: 'assigned',
    table: 'assignment_span',
    at: 'from_at',
    where: null,
    agent: 'agent_id',
    position: 'position',
    metrics: { assigned: all },
  },
  {
    name: 'handling',
    table: 'handling',
    at: 'ended_at',
    where: null,
    agent: 'agent_id',
    position: 'position',
    metrics: { handling: { where: null, duration: 'seconds' } },
  },
  {
    name: 'call',
    table: 'call_fact',
    at: 'created_at',
    where: null,
    agent: 'agent_id',
    position: '0',
    metrics: {
      calls: all,
      calls_answered: { where: 'answered_at is not null' },
      calls_missed: { where: 'answered_at is null' },
      call_wait: { where: 'answered_at is not null', duration: 'wait' },
      call_missed_wait: { where: 'answered_at is null', duration: 'wait' },
      call_talk: { where: 'answered_at is not null', duration: 'talk' },
    },
  },
]

/** Each source with those of these metrics that it has. */
export const sourcesOf = (
  metrics: readonly ReportMetric[],
): { source: MetricSource; columns: [ReportMetric, MetricColumn][] }[] =>
  metricSources.flatMap((source) => {
    const columns = metrics.flatMap((metric): [ReportMetric, MetricColumn][] => {
      const column = source.metrics[metric]
      return column === undefined ? [] : [[metric, column]]
    })
    return columns.length === 0 ? [] : [{ source, columns }]
  })

/** The key of a row in a breakdown. `label` names the label of the joined list. */
export const groupKey = (source: MetricSource, group: ReportGroup): string =>
  ({
    agent: `coalesce(${source.agent}::text, 'none')`,
    team: `coalesce(team_id::text, 'none')`,
    label: `coalesce(label.id::text, 'none')`,
    provider: 'provider_id::text',
    channel: 'channel',
    reason: source.table === 'call_fact' ? 'outcome' : `'none'`,
  })[group]

/** One row for each label of a fact, and one for a fact without labels. */
export const labelJoin = ` left join lateral unnest(label_ids) as label(id) on true`
