import {
  humanResponders,
  sqlList,
  staleWindow,
  assignedSenders,
  restrictedSenders,
  unreadSenders,
  waitingSenders,
  inboxSenders,
} from './sender-rules.ts'

/**
 * Places each message whose customer has an open conversation and whose sender may write to it; at most one message of a customer.
 * Skips locked rows: one customer must not delay the others, so the transactional path waits for the lock, and two batches cannot
 * deadlock. Locking sees the newest head and conversation even when the statement's snapshot is older. A message that would
 * assign the conversation or be its first response is not placed: the transactional path handles it, as it does everything else
 * that is missing from the result.
 *
 * Most of the cost of a small batch is the initialization of the plan, so the plan has few nodes (docs/decisions/group-commit.md).
 *
 * Repeats are looked up by client_id first: "is not distinct from" rules out the index of a customer's history, which a
 * planner without statistics considers as good and reads to its end. The other look-ups are lateral, so that they can
 * only be index look-ups: as joins, the planner, which knows neither the batch nor a young table, read all heads and all
 * open conversations.
 *
 * A message with a seen position is placed if its log has not grown since, or if no colleague's message is among the new
 * entries. These are read by the statement's snapshot, which has all of them only if it has the locked head; otherwise the
 * transactional path looks. All other messages skip both look-ups.
 */
export const placeMessages = `
with input as (
  select * from unnest(
    $1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::text[], $8::jsonb[], $9::text[],
    $10::uuid[], $11::text[], $12::jsonb[], $13::jsonb[], $14::text[], $16::bigint[]
  ) with ordinality as t(customer_id, organization_id, only_conversation_id, id, entry_id, sender_type, sender, actor, audience,
    client_id, content, sender_agent, data, preview, seen_seq, ord)
), placed as (
  select i.*, h.last_seq + 1 as seq, t.id as conversation_id
  from input i
  cross join lateral (
    select l.organization_id, l.last_seq, l.may_write from customer_log l
    where l.customer_id = i.customer_id
    for no key update skip locked
  ) h
  cross join lateral (
    select c.id, c.agent_id, c.first_response_time from conversation c
    where c.customer_id = i.customer_id and c.status = 'open'
    for no key update skip locked
  ) t
  where h.organization_id = i.organization_id
    and (h.may_write or i.sender_type not in ${sqlList(restrictedSenders)})
    and (t.agent_id is not null or i.sender_type not in ${sqlList(assignedSenders)})
    and (t.first_response_time is not null or i.sender_type not in ${sqlList(humanResponders)})
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
  update customer_log h set last_seq = p.seq from placed p where h.customer_id = p.customer_id
), talks as (
  update conversation c set
    last_sender_type = p.sender_type, last_preview = p.preview, last_media_count = 0, last_message_at = $15,
    updated_at = greatest(c.updated_at, $15), unread = c.unread + (p.sender_type in ${sqlList(unreadSenders)})::int,
    waiting_since = case when p.sender_type in ${sqlList(waitingSenders)} then coalesce(c.waiting_since, $15) end
  from placed p
  where c.id = p.conversation_id and p.sender_type in ${sqlList(inboxSenders)}
)
select ord::int, seq, conversation_id from placed`
