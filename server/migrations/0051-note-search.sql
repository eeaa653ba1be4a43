-- The palette's search finds words of notes, for agents only.
create index note_search on note using gin (to_tsvector('simple', content));
