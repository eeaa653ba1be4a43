-- Apart from 0236: dropping an index waits for readers, such as a backup, and would then build the new indexes again.
drop index message_search;
drop index note_search;
-- Processes of the former version name the index that they maintain.
alter index message_words rename to message_search;
alter index note_words rename to note_search;
