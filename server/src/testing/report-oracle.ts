import type { ReportMetric } from '@parley/protocol/report-metrics'

/**
 * The definitions of docs/decisions/reports.md as SQL over the raw log, written apart from the service: it uses none of its code
 * or tables. `$1` is the organization.
 */
const open = (from: string, to: string) =>
  `(select coalesce(sum(extract(epoch from least(o.upper, ${to}) - greatest(o.lower, ${from}))), 0)::float8
    from oracle_open o
    where o.lower < ${to} and o.lower > ${from} - interval '4 hours' and o.upper > ${from})`

const seconds = (from: string, to: string) => `extract(epoch from ${to} - ${from})::float8`

/** Creates temporary tables: episodes, messages of episodes, and hours that were open. */
export const oracleTables = `
analyze event_log;

create temp table oracle_episode as
select s.customer_id, s.conversation_id, s.seq, coalesce(n.seq, 1e15::bigint) as next_seq,
  (s.data->>'started_at')::timestamptz as started_at, (s.data->>'provider_id')::uuid as provider_id,
  exists (select from event_log p where p.customer_id = s.customer_id and p.conversation_id = s.conversation_id
    and p.type = 'conversation.started' and p.seq < s.seq) as reopened,
  (select (e.data->>'closed_at')::timestamptz from event_log e where e.customer_id = s.customer_id
    and e.conversation_id = s.conversation_id and e.type = 'conversation.ended'
    and e.seq > s.seq and e.seq < coalesce(n.seq, 1e15::bigint)) as ended_at,
  (select (a.data->'agent'->>'id')::uuid from event_log a where a.customer_id = s.customer_id
    and a.conversation_id = s.conversation_id and a.type = 'conversation.assigned'
    and a.seq > s.seq and a.seq < coalesce(n.seq, 1e15::bigint) order by a.seq desc limit 1) as agent_id,
  (select (r.data->'team'->>'id')::uuid from event_log r where r.customer_id = s.customer_id
    and r.conversation_id = s.conversation_id and r.type = 'conversation.routed'
    and r.seq < coalesce(n.seq, 1e15::bigint) order by r.seq desc limit 1) as team_id,
  array(select label from (
    select distinct on (l.data->'label'->>'id') (l.data->'label'->>'id')::uuid as label, l.type
    from event_log l where l.customer_id = s.customer_id and l.conversation_id = s.conversation_id
      and l.type in ('conversation.labelled', 'conversation.unlabelled') and l.seq < coalesce(n.seq, 1e15::bigint)
    order by l.data->'label'->>'id', l.seq desc) last where type = 'conversation.labelled') as labels
from event_log s
left join lateral (select min(x.seq) as seq from event_log x where x.customer_id = s.customer_id
  and x.conversation_id = s.conversation_id and x.type = 'conversation.started' and x.seq > s.seq) n on true
where s.organization_id = $1 and s.type = 'conversation.started';
create index on oracle_episode (customer_id, seq);
analyze oracle_episode;

create temp table oracle_message as
select m.customer_id, e.seq as episode, m.seq, m.created_at as at, m.data->>'sender_type' as sender,
  (m.data->'sender_agent'->>'id')::uuid as sender_id
from oracle_episode e join event_log m on m.customer_id = e.customer_id and m.conversation_id = e.conversation_id
  and m.seq > e.seq and m.seq < e.next_seq
where m.type = 'message.created' and m.data->>'sender_type' <> 'system';
create index on oracle_message (customer_id, episode, seq);
create index on oracle_message (customer_id, seq);
analyze oracle_message;

create temp table oracle_open as
select (day + hours.opens) at time zone 'Europe/Berlin' as lower, (day + hours.closes) at time zone 'Europe/Berlin' as upper
from generate_series('2026-09-01'::timestamp, '2026-12-31', '1 day') day,
  (values (time '09:00', time '12:30'), (time '13:15', time '17:00')) hours(opens, closes)
where extract(isodow from day) < 6 and day <> '2026-10-16';
create index on oracle_open (lower);
analyze oracle_open;

create temp table oracle_wait as
select w.customer_id, w.episode, w.from_at, w.to_at, w.sender, w.sender_id, ${seconds('from_at', 'to_at')} as seconds,
  ${open('from_at', 'to_at')} as open_seconds
from (
  select run.customer_id, run.episode, min(run.at) filter (where run.sender = 'customer') as from_at,
    coalesce(max(run.at) filter (where run.sender <> 'customer'), max(e.ended_at)) as to_at,
    max(run.sender) filter (where run.sender <> 'customer') as sender,
    (array_agg(run.sender_id) filter (where run.sender <> 'customer'))[1] as sender_id
  from (
    select m.*, count(*) filter (where sender <> 'customer')
      over (partition by customer_id, episode order by seq rows between unbounded preceding and 1 preceding) as run
    from oracle_message m
  ) run
  join oracle_episode e on e.customer_id = run.customer_id and e.seq = run.episode
  group by run.customer_id, run.episode, run.run
) w where from_at is not null and to_at is not null;
analyze oracle_wait;

create temp table oracle_reply as
select m.*, e.started_at from oracle_message m join oracle_episode e on e.customer_id = m.customer_id and e.seq = m.episode
where sender in ('agent', 'ai_agent')
  and exists (select from oracle_message c where c.customer_id = m.customer_id and c.episode = m.episode
    and c.seq < m.seq and c.sender = 'customer');
analyze oracle_reply;

create temp table oracle_step as
with step as (
  select e.customer_id, e.seq as episode, e.started_at, l.created_at as at, lead(l.created_at) over step as until,
    max(l.seq) filter (where l.type = 'conversation.assigned') over step as assigned_seq,
    max(l.seq) filter (where l.type in ('conversation.snoozed', 'conversation.unsnoozed')) over step as snooze_seq,
    max(m.seq) over step as message_seq,
    max(m.seq) filter (where m.sender <> 'customer') over step as reply_seq
  from oracle_episode e
  join event_log l on l.customer_id = e.customer_id and l.seq >= e.seq and l.seq < e.next_seq
    and l.conversation_id = e.conversation_id and l.created_at <= e.ended_at and l.type <> 'conversation.rated'
  left join oracle_message m on m.customer_id = l.customer_id and m.seq = l.seq
  where e.ended_at is not null
  window step as (partition by e.customer_id, e.seq order by l.seq)
)
select s.customer_id, s.episode, s.at, s.until, (a.data->'agent'->>'id')::uuid as agent_id,
  coalesce(z.type = 'conversation.snoozed', false) as snoozed, m.sender = 'customer' as waiting,
  coalesce(r.at, s.started_at) + interval '10 minutes' as quiet
from step s
left join event_log a on a.customer_id = s.customer_id and a.seq = s.assigned_seq
left join event_log z on z.customer_id = s.customer_id and z.seq = s.snooze_seq
left join oracle_message m on m.customer_id = s.customer_id and m.seq = s.message_seq
left join oracle_message r on r.customer_id = s.customer_id and r.seq = s.reply_seq
where s.until is not null;
analyze oracle_step;

create temp table oracle_active as
select customer_id, episode, agent_id, sum(${seconds('at', 'ends')}) as seconds, sum(${open('at', 'ends')}) as open_seconds
from (select *, case when waiting then until else least(until, quiet) end as ends from oracle_step) s
where agent_id is not null and not snoozed and ends > at
group by 1, 2, 3;
analyze oracle_active;

create temp table oracle_handling as
select p.customer_id, p.episode, p.agent_id, coalesce(a.seconds, 0)::float8 as seconds,
  coalesce(a.open_seconds, 0)::float8 as open_seconds
from (select distinct a.customer_id, e.seq as episode, (a.data->'agent'->>'id')::uuid as agent_id
  from oracle_episode e join event_log a on a.customer_id = e.customer_id and a.conversation_id = e.conversation_id
    and a.type = 'conversation.assigned' and a.seq > e.seq and a.seq < e.next_seq
  where e.ended_at is not null and a.data->'agent'->>'id' is not null) p
left join oracle_active a using (customer_id, episode, agent_id);
analyze oracle_handling;

create temp table oracle_call as
select c.customer_id, c.seq, c.type = 'call.ended' as answered, (c.data->>'agent_id')::uuid as agent_id,
  (c.data->>'provider_id')::uuid as provider_id, case when c.type = 'call.ended' then 'answered' else coalesce(c.data->>'reason', c.data->>'status') end as reason,
  (c.data->>'created_at')::timestamptz as at, (c.data->>'answered_at')::timestamptz as answered_at,
  (c.data->>'ended_at')::timestamptz as ended_at, e.seq as episode
from event_log c left join oracle_episode e on e.customer_id = c.customer_id and e.conversation_id = c.conversation_id
  and c.seq > e.seq and c.seq < e.next_seq
where c.organization_id = $1 and c.type in ('call.ended', 'call.missed');

create temp table oracle_rating as
select e.customer_id, e.seq as episode, min(r.created_at) as at, (array_agg((r.data->>'score')::int order by r.seq desc))[1] as score
from oracle_episode e join event_log r on r.customer_id = e.customer_id and r.conversation_id = e.conversation_id
  and r.type = 'conversation.rated' and r.seq > e.seq and r.seq < e.next_seq
group by 1, 2;
`

const noReply = (sender: string) =>
  `not exists (select from oracle_message m where m.customer_id = e.customer_id and m.episode = e.seq and m.sender in (${sender}))`
const hasMessage = (sender: string) =>
  `exists (select from oracle_message m where m.customer_id = e.customer_id and m.episode = e.seq and m.sender = '${sender}')`

const ofEpisode = (table: string, alias: string) =>
  `${table} ${alias} left join oracle_episode e on e.customer_id = ${alias}.customer_id and e.seq = ${alias}.episode`
/** The first message of the sender, unless it or a message of a person was before the customer's first. */
const firstReply = (sender: string) =>
  `(select * from oracle_reply where sender = '${sender}'
    and not exists (select from oracle_message h where h.customer_id = oracle_reply.customer_id
      and h.episode = oracle_reply.episode and h.sender in ('agent', '${sender}') and h.seq < oracle_reply.seq)
  ) r join oracle_episode e on e.customer_id = r.customer_id and e.seq = r.episode`
const rated = ofEpisode('oracle_rating', 'r')
const calls = ofEpisode('oracle_call', 'c')

/** Metrics that follow from the log. Backlog and presence are recorded. */
export type LoggedMetric = Exclude<
  ReportMetric,
  'backlog_open' | 'backlog_unassigned' | 'backlog_waiting' | 'online' | 'occupancy'
>

/** Each metric as rows: the time, whose it is, seconds on the clock and in business hours, and the score. */
export const oracle: Record<
  LoggedMetric,
  { from: string; at: string; agent: string; seconds?: string; open?: string; score?: string; where?: string }
> = {
  started: { from: 'oracle_episode e', at: 'e.started_at', agent: 'e.agent_id' },
  reopened: { from: 'oracle_episode e', at: 'e.started_at', agent: 'e.agent_id', where: 'e.reopened' },
  closed: { from: 'oracle_episode e', at: 'e.ended_at', agent: 'e.agent_id' },
  unanswered: {
    from: 'oracle_episode e',
    at: 'e.ended_at',
    agent: 'e.agent_id',
    where: `${hasMessage('customer')} and ${noReply(`'agent', 'ai_agent'`)}`,
  },
  ai_only: {
    from: 'oracle_episode e',
    at: 'e.ended_at',
    agent: 'e.agent_id',
    where: `${hasMessage('ai_agent')} and ${noReply(`'agent'`)}`,
  },
  first_response: {
    from: firstReply('agent'),
    at: 'r.at',
    agent: 'r.sender_id',
    seconds: seconds('e.started_at', 'r.at'),
    open: open('e.started_at', 'r.at'),
  },
  ai_first_response: {
    from: firstReply('ai_agent'),
    at: 'r.at',
    agent: 'r.sender_id',
    seconds: seconds('e.started_at', 'r.at'),
    open: open('e.started_at', 'r.at'),
  },
  reply_time: {
    from: ofEpisode('oracle_wait', 'w'),
    at: 'w.to_at',
    agent: 'w.sender_id',
    where: `w.sender = 'agent'`,
    seconds: 'w.seconds',
    open: 'w.open_seconds',
  },
  ai_reply_time: {
    from: ofEpisode('oracle_wait', 'w'),
    at: 'w.to_at',
    agent: 'w.sender_id',
    where: `w.sender = 'ai_agent'`,
    seconds: 'w.seconds',
    open: 'w.open_seconds',
  },
  wait: {
    from: ofEpisode('oracle_wait', 'w'),
    at: 'w.from_at',
    agent: 'w.sender_id',
    seconds: 'w.seconds',
    open: 'w.open_seconds',
  },
  resolution: {
    from: 'oracle_episode e',
    at: 'e.ended_at',
    agent: 'e.agent_id',
    seconds: seconds('e.started_at', 'e.ended_at'),
    open: open('e.started_at', 'e.ended_at'),
  },
  handling: {
    from: ofEpisode('oracle_handling', 'h'),
    at: 'e.ended_at',
    agent: 'h.agent_id',
    seconds: 'h.seconds',
    open: 'h.open_seconds',
  },
  assigned: {
    from: `event_log a join oracle_episode e on e.customer_id = a.customer_id and e.conversation_id = a.conversation_id
      and a.seq > e.seq and a.seq < e.next_seq and a.type = 'conversation.assigned' and a.data->'agent'->>'id' is not null`,
    at: 'a.created_at',
    agent: `(a.data->'agent'->>'id')::uuid`,
  },
  calls: { from: calls, at: 'c.at', agent: 'c.agent_id' },
  calls_answered: { from: calls, at: 'c.at', agent: 'c.agent_id', where: 'c.answered' },
  calls_missed: { from: calls, at: 'c.at', agent: 'c.agent_id', where: 'not c.answered' },
  call_wait: {
    from: calls,
    at: 'c.at',
    agent: 'c.agent_id',
    where: 'c.answered',
    seconds: seconds('c.at', 'c.answered_at'),
    open: open('c.at', 'c.answered_at'),
  },
  call_missed_wait: {
    from: calls,
    at: 'c.at',
    agent: 'c.agent_id',
    where: 'not c.answered',
    seconds: seconds('c.at', 'c.ended_at'),
    open: open('c.at', 'c.ended_at'),
  },
  call_talk: {
    from: calls,
    at: 'c.at',
    agent: 'c.agent_id',
    where: 'c.answered',
    seconds: seconds('c.answered_at', 'c.ended_at'),
    open: open('c.answered_at', 'c.ended_at'),
  },
  rating: { from: rated, at: 'r.at', agent: 'e.agent_id', score: 'r.score' },
  rating_1: { from: rated, at: 'r.at', agent: 'e.agent_id', where: 'r.score = 1' },
  rating_2: { from: rated, at: 'r.at', agent: 'e.agent_id', where: 'r.score = 2' },
  rating_3: { from: rated, at: 'r.at', agent: 'e.agent_id', where: 'r.score = 3' },
  rating_4: { from: rated, at: 'r.at', agent: 'e.agent_id', where: 'r.score = 4' },
  rating_5: { from: rated, at: 'r.at', agent: 'e.agent_id', where: 'r.score = 5' },
}
