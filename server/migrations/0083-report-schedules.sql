-- Reports by e-mail (docs/decisions/system-mail.md).
create table report_schedule (
  id uuid primary key,
  organization_id uuid not null references organization,
  report text not null,
  -- daily: the day before; weekly, on Mondays: the week before; monthly, on the first: the month before.
  cadence text not null,
  -- In the time zone of the organization.
  hour smallint not null,
  -- Agents. Whether they may read reports is checked when it is sent.
  agent_ids uuid[] not null,
  language text not null,
  created_at timestamptz(3) not null,
  next_at timestamptz(3) not null,
  last_sent_at timestamptz(3)
);
create index report_schedule_of_organization on report_schedule (organization_id, created_at);
create index report_schedule_due on report_schedule (next_at);
