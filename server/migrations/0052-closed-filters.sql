-- Filters of closed conversations, in the order of the list: without them, a rare value reads the whole history.
-- Messages change neither column, so that their updates still write into no index.
create index closed_of_agent on conversation (organization_id, agent_id, closed_at desc, id desc) where status = 'closed';
create index closed_by_priority on conversation (organization_id, priority, closed_at desc, id desc)
  where status = 'closed' and priority is not null;
