-- Apart from 0236: dropping an index waits for readers, such as a backup, and would then build the new indexes again.
drop index message_search;
drop index note_search;
