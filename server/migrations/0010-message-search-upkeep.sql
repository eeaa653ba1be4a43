-- The pending list of the search index is merged by features/conversations/search-upkeep.ts, beside the message path.
-- This far above what a second can bring, no message ever has to merge it on its way.
alter index message_search set (gin_pending_list_limit = 65536);
