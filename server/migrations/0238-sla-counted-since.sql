-- Since when the log is counted without interruption: when the organization's first policy was created, also if it has been deleted since.
-- Null: created by a process of an earlier release, which counts from the policy's creation on.
alter table sla_policy add column counted_since timestamptz(3);
update sla_policy set counted_since = (
  select min(created_at) from sla_policy other where other.organization_id = sla_policy.organization_id
);
