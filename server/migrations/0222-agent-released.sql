-- When what a removed agent had was released: conversations, customers, teams and so on. Null for agents who were removed before this
-- migration: theirs is released once more.
alter table agent add column released_at timestamptz(3);

create index agent_to_release on agent (id) where removed_at is not null and released_at is null;
