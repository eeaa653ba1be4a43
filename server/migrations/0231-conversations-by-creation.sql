-- All conversations in an order that nothing changes, for programs that read them page by page. Messages do not change these columns.
create index conversation_by_creation on conversation (organization_id, created_at, id);
