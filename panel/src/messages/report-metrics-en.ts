import type { ReportMetric } from '@parley/protocol/report-metrics'

/** Names and one-sentence definitions of what reports measure. */
export const reportMetricsEn = {
  started: {
    name: 'Started',
    definition: 'New and reopened conversations, counted when they started.',
  },
  reopened: { name: 'Reopened', definition: 'Conversations that were opened again after closing.' },
  closed: { name: 'Closed', definition: 'Closed conversations, counted when they were closed.' },
  unanswered: {
    name: 'Unanswered',
    definition: 'Closed conversations in which the customer wrote and got no reply.',
  },
  ai_only: {
    name: 'AI only',
    definition: 'Closed conversations with replies of an AI agent and none of a person.',
  },
  first_response: {
    name: 'First response',
    definition: 'From the start of the conversation to the first reply of a person.',
  },
  ai_first_response: {
    name: 'First response, AI',
    definition:
      'From the start of the conversation to the first reply of an AI agent, if it was before a person’s.',
  },
  reply_time: {
    name: 'Reply time',
    definition: 'From the customer’s first unanswered message to the reply of a person, for every wait.',
  },
  ai_reply_time: {
    name: 'Reply time, AI',
    definition: 'From the customer’s first unanswered message to the reply of an AI agent, for every wait.',
  },
  resolution: {
    name: 'Resolution',
    definition: 'From the start of a conversation to its closing; reopening starts a new measurement.',
  },
  handling: {
    name: 'Handling',
    definition:
      'Time an agent was assigned to a closed conversation, without snoozes and without silence of the customer beyond 10 minutes.',
  },
  assigned: { name: 'Assigned', definition: 'How often conversations were assigned to an agent.' },
  calls: { name: 'Calls', definition: 'Finished calls, counted when they started.' },
  calls_answered: { name: 'Answered calls', definition: 'Finished calls in which an agent was connected.' },
  calls_missed: { name: 'Missed calls', definition: 'Finished calls in which no agent was connected.' },
  call_wait: { name: 'Wait for an answer', definition: 'From the start of a call to its answer.' },
  call_missed_wait: {
    name: 'Wait when missed',
    definition: 'From the start of a call that nobody answered to its end.',
  },
  call_talk: { name: 'Talk time', definition: 'From the answer of a call to its end.' },
  rating: {
    name: 'Rating',
    definition:
      'Average score from 1 to 5. A changed rating counts with its last score, when it was first given.',
  },
  rating_1: { name: 'Rated 1', definition: 'Ratings with score 1, the worst.' },
  rating_2: { name: 'Rated 2', definition: 'Ratings with score 2.' },
  rating_3: { name: 'Rated 3', definition: 'Ratings with score 3.' },
  rating_4: { name: 'Rated 4', definition: 'Ratings with score 4.' },
  rating_5: { name: 'Rated 5', definition: 'Ratings with score 5, the best.' },
  wait: {
    name: 'Customer wait',
    definition:
      'From the customer’s first unanswered message to a reply or the closing, counted when the wait began.',
  },
  backlog_open: {
    name: 'Open backlog',
    definition:
      'Open conversations without snoozed ones, recorded at every full hour. Median of the hours; hours without a record are gaps.',
  },
  backlog_unassigned: {
    name: 'Unassigned backlog',
    definition: 'Of the open conversations, those without an agent, at every full hour.',
  },
  backlog_waiting: {
    name: 'Waiting backlog',
    definition:
      'Of the open conversations, those whose customer was waiting for a reply, at every full hour.',
  },
  online: {
    name: 'Time online',
    definition: 'Time that agents were connected to the panel, recorded every few seconds.',
  },
  occupancy: {
    name: 'Occupancy',
    definition:
      'Share of the time online in which the agent worked on a conversation that is closed by now, or was in a call.',
  },
} satisfies Record<ReportMetric, { name: string; definition: string }>
