import { senderTypes } from '@parley/protocol/sender'
import { humanResponders, senderRules, sqlList, staleWindow } from './sender-rules.ts'

/** The rules as rows that the statement joins by sender type. */
const ruleRows = senderTypes
  .map((type) => {
    const { needsWriteAccess, takesUnassigned, isHumanResponse, inboxRow } = senderRules[type]
    const waiting = inboxRow === null ? 'null' : `'${inboxRow.waiting}'`
    return `('${type}', ${needsWriteAccess}, ${takesUnassigned}, ${isHumanResponse}, ${inboxRow?.countsAsUnread === true}, ${waiting})`
  })
  .join(', ')

/**
 * Locks the heads in id order, so that two batches cannot deadlock, then places each message whose customer has an open
 * conversation and whose sender may write to it. Skips locked rows: one customer must not delay the others, so the transactional
 * path waits for the lock. Locking sees the newest head and conversation even when the statement's snapshot is older. A message
 * that would assign the conversation or be its first response is not placed: the transactional path handles it, as it does
 * everything else that is missing from the result.
 *
 * Repeats are looked up by client_id first: "is not distinct from" rules out the index of a customer's history, which a
 * planner without statistics considers as good and reads to its end. Two other look-ups are lateral, so that they can
 * only be index look-ups: as joins, the planner, which knows neither the batch nor a young table, read all heads and all
 * open conversations.
 *
 * A message with a seen position is placed if its log has not grown since, or if no colleague's message is among the new
 * entries. These are read by the statement's snapshot, which has all of them only if it has the locked head; otherwise the
 * transactional path looks. All other messages skip both look-ups.
 */
export const placeMessages = `
with rules (sender_type, needs_write_access, takes_unassigned, is_human_response, counts_as_unread, waiting) as (
  values ${ruleRows}
), input as (
  select * from unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::jsonb[], $9::text[],
    $10::uuid[], $11::text[], $12::jsonb[], $13::jsonb[], $14::text[], $16::bigint[]
  ) with ordinality as t(customer_id, organization_id, only_conversation_id, id, entry_id, sender_type, sender, actor, audience,
    client_id, content, sender_agent, data, preview, seen_seq, ord)
), head as (
  select customer_id, organization_id, last_seq, may_write from customer_log
  where customer_id = any($1::uuid[])
  order by customer_id for no key update skip locked
), talk as (
  select open.* from head cross join lateral (
    select c.id, c.customer_id, c.agent_id, c.first_response_time from conversation c
    where c.customer_id = head.customer_id and c.status = 'open'
    for no key update skip locked
  ) open
), placed as (
  select i.*, r.counts_as_unread, r.waiting, t.id as conversation_id,
    h.last_seq + row_number() over (partition by i.customer_id order by i.ord) as seq
  from input i
  join rules r on r.sender_type = i.sender_type
  join head h on h.customer_id = i.customer_id and h.organization_id = i.organization_id
  join talk t on t.customer_id = i.customer_id
  where (h.may_write or not r.needs_write_access)
    and (t.agent_id is not null or not r.takes_unassigned)
    and (t.first_response_time is not null or not r.is_human_response)
    and (i.only_conversation_id is null or i.only_conversation_id = t.id)
    and (i.seen_seq is null or h.last_seq <= i.seen_seq or (
      h.last_seq = (select read.last_seq from customer_log read where read.customer_id = i.customer_id)
      and not exists (
        select from message colleague
        where colleague.customer_id = i.customer_id and colleague.seq > greatest(i.seen_seq, h.last_seq - ${staleWindow})
          and colleague.sender_type in ${sqlList(humanResponders)} and colleague.sender <> i.sender
      )
    ))
    and not exists (
      select from message m
      where m.client_id = i.client_id and m.customer_id is not distinct from i.customer_id and m.sender = i.sender
    )
), messages as (
  insert into message (id, organization_id, customer_id, conversation_id, seq, sender_type, sender, sender_agent,
    client_id, content, created_at)
  select id, organization_id, customer_id, conversation_id, seq, sender_type, sender, sender_agent, client_id, content, $15
  from placed
), entries as (
  insert into event_log (customer_id, seq, id, organization_id, type, audience, conversation_id, actor, data, created_at)
  select customer_id, seq, entry_id, organization_id, 'message.created', audience, conversation_id, actor, data, $15
  from placed
), heads as (
  update customer_log h set last_seq = p.last
  from (select customer_id, max(seq) as last from placed group by customer_id) p
  where h.customer_id = p.customer_id
), talks as (
  update conversation c set
    last_sender_type = p.sender_type, last_preview = p.preview, last_media_count = 0, last_message_at = $15, updated_at = $15,
    unread = c.unread + p.unread,
    waiting_since = case when p.waiting = 'begins' then case when p.answered then $15 else coalesce(c.waiting_since, $15) end end
  from (
    select distinct on (conversation_id) conversation_id, sender_type, preview, waiting,
      count(*) filter (where counts_as_unread) over same as unread,
      count(*) filter (where waiting = 'ends') over same > 0 as answered
    from placed where waiting is not null
    window same as (partition by conversation_id)
    order by conversation_id, seq desc
  ) p
  where c.id = p.conversation_id
)
select ord::int, seq, conversation_id from placed`
