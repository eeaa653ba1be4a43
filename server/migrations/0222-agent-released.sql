-- When the conversations, customers, teams and so on of a removed agent were released. Null for agents who were removed before this
-- migration, so that theirs are released once more.
alter table agent add column released_at timestamptz(3);

create index agent_to_release on agent (id) where removed_at is not null and released_at is null;
