import { reportMetricsEn } from './report-metrics-en.ts'

/** Texts of reports. */
export const reportsEn = {
  title: 'Reports',
  report: 'Report',
  settings: 'Period and filters',
  subjects: {
    live: 'Live',
    conversations: 'Conversations',
    response: 'Response',
    calls: 'Calls',
    satisfaction: 'Satisfaction',
    agents: 'Agents',
    teams: 'Teams',
    labels: 'Labels',
    channels: 'Widgets and channels',
    heat_map: 'Heat map',
  },
  metrics: reportMetricsEn,

  period: 'Period',
  periods: {
    today: 'Today',
    yesterday: 'Yesterday',
    '7d': 'Last 7 days',
    '28d': 'Last 28 days',
    '84d': 'Last 12 weeks',
    '364d': 'Last 52 weeks',
    month: 'This month',
    'last-month': 'Last month',
  },
  customPeriod: 'Custom period',
  from: 'First day',
  to: 'Last day',
  compare: 'Compare with the previous period',
  comparedWith: (period: string) => `compared with ${period}`,
  /** The period still runs: the one before is compared up to the same time. */
  comparedUntilSameTime: (period: string) => `compared with ${period}, up to the same time`,
  asOf: (time: string) => `as of ${time}`,
  clock: 'Hours that count',
  clocks: { clock_time: 'All hours', business_hours: 'Business hours' },
  interval: 'Interval',
  intervals: { hour: 'By hour', day: 'By day', week: 'By week', month: 'By month' },
  intervalNames: { hour: 'Hour', day: 'Day', week: 'Week from', month: 'Month' },

  filter: 'Filter',
  filters: 'Filters',
  any: 'Any',
  removeFilter: (field: string, value: string) => `Remove filter ${field}: ${value}`,
  dimensions: {
    agent: 'Agent',
    team: 'Team',
    label: 'Label',
    provider: 'Widget',
    channel: 'Channel',
    reason: 'Reason',
  },
  by: {
    agent: 'By agent',
    team: 'By team',
    label: 'By label',
    provider: 'By widget',
    channel: 'By channel',
    reason: 'By reason',
  },
  /** Rows and filters without one. */
  none: {
    agent: 'No agent',
    team: 'No team',
    label: 'No label',
    provider: 'No widget',
    channel: 'No channel',
    reason: 'No reason given',
  },
  gone: 'Deleted',
  goneTeam: 'Deleted team',

  breakdown: 'Breakdown',
  noRows: 'There is nothing to break down in this period.',
  onlyLargest: (count: number) => `Only the ${count} largest rows are shown.`,
  labelsOverlap: 'A conversation with two labels counts in both rows.',
  timeline: 'Over time',
  csv: 'Download CSV',
  definitions: 'What the figures mean',
  statistics: { count: 'Number', median: 'Median', p90: '90th percentile', mean: 'Average' },
  /** Columns of a table, above the value. */
  columns90: { duration: '90% within', level: '90% at most' },
  ofPrevious: (statistic: string) => `${statistic}, previous period`,
  /** Below a median. */
  within90: (p90: string) => `90% within ${p90}`,
  /** Below the median of a level. */
  atMost90: (p90: string) => `90% of hours at most ${p90}`,
  /** `shown`: the count in the reader's digits. */
  ratings: (count: number, shown: string) => (count === 1 ? 'From 1 rating' : `From ${shown} ratings`),
  shares: {
    answerRate: {
      name: 'Answer rate',
      definition: 'Share of finished calls in which an agent was connected.',
    },
    satisfied: { name: 'Rated 4 or 5', definition: 'Share of ratings with score 4 or 5.' },
  },
  change: {
    same: 'No change',
    new: 'None before',
    before: (value: string) => `from ${value}`,
    points: (points: string) => `${points} points`,
    nothingBefore: 'Nothing to compare with',
  },
  /** What is behind a figure. */
  results: (count: number, shown: string) => (count === 1 ? '1 result' : `${shown} results`),

  charts: {
    flow: {
      name: 'Started and closed',
      definition: 'New and reopened conversations by start, and closed conversations by end.',
    },
    outcomes: {
      name: 'Reopened, unanswered and AI only',
      definition:
        'Conversations that were reopened, closed without any reply, or closed with replies of an AI agent only.',
    },
    /** Without AI agents. */
    outcomesOfPeople: {
      name: 'Reopened and unanswered',
      definition: 'Conversations that were reopened, or closed without any reply.',
    },
    backlog: {
      name: 'Backlog',
      definition:
        'Open, unassigned and waiting conversations at every full hour: the median of each interval. Filters other than the team do not apply.',
    },
    callOutcomes: {
      name: 'Answered and missed calls',
      definition: 'Finished calls by start, by whether an agent was connected.',
    },
    scores: {
      name: 'Ratings by score',
      definition: 'How many customers gave each score, by the first rating.',
    },
  },
  weekday: 'Weekday',
  hour: 'Hour',
  heatMaps: {
    started: {
      name: 'Conversations by weekday and hour',
      definition:
        'New and reopened conversations that started in each hour of the week. Stronger colour is more.',
    },
    wait: {
      name: 'Customer wait by weekday and hour, 90th percentile',
      definition: 'Nine of ten waits that began in this hour were shorter. Stronger colour is longer.',
    },
  },

  empty: {
    title: 'No figures in this period',
    text: 'Conversations and calls appear here within a minute. For earlier ones, choose a longer period.',
    filteredTitle: 'No figures for these filters',
    filteredText: 'Nothing in this period matches all filters.',
    clear: 'Clear filters',
  },
  offlineTitle: 'You are offline',
  offlineText: 'The report loads when the connection is back.',
  notCurrent: 'These figures could not be updated. They are from the last successful request.',
  incomplete: 'Past conversations are still being counted. Until then the figures are too low.',
  resetPeriod: 'Show the last 28 days',
  problems: {
    report_period_invalid: 'A report covers at most 366 days.',
    report_too_fine: 'This interval is too short for the period. Choose a longer one.',
    reports_busy: 'Too many reports are being loaded. Try again in a few seconds.',
  },

  live: {
    lead: 'The queue and the team right now. Updated every few seconds.',
    waiting: 'Waiting customers',
    longestWait: 'Longest wait',
    open: 'Open',
    unassigned: 'Unassigned',
    snoozed: 'Snoozed',
    calls: 'Calls',
    callsWaiting: 'Waiting calls',
    callsActive: 'Calls in progress',
    agents: 'Agents',
    state: 'State',
    onlineFor: 'Online for',
    /** Connected, but not available for calls: call status is offline. */
    onlineWithoutCalls: 'Online, no calls',
    teams: 'Teams',
    noOpen: 'No open conversations.',
  },
}
