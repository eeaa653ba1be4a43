-- Saved views and canned replies of a team. Deleting the team deletes them first (docs/decisions/agent-workspace.md).
alter table saved_view
  add column team_id uuid references team,
  drop constraint saved_view_visibility_check,
  add constraint saved_view_visibility_check check (visibility in ('organization', 'team', 'personal')),
  add constraint saved_view_team_check check ((visibility = 'team') = (team_id is not null));
create index saved_view_of_team on saved_view (team_id) where team_id is not null;

alter table canned_reply
  add column team_id uuid references team,
  drop constraint canned_reply_visibility_check,
  drop constraint canned_reply_check,
  add constraint canned_reply_visibility_check check (visibility in ('organization', 'team', 'personal')),
  add constraint canned_reply_author_check check (visibility <> 'personal' or agent_id is not null),
  add constraint canned_reply_team_check check ((visibility = 'team') = (team_id is not null));
create unique index canned_reply_of_team on canned_reply (team_id, shortcut_key) where team_id is not null;
