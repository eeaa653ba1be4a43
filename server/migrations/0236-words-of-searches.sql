-- PostgreSQL's parser makes one word of an e-mail address, a host or a decimal, signs belong to numbers, tags and entities are left out,
-- and with the ctype C every character above ASCII is a letter. These characters separate words in all databases: the ASCII ones that
-- the parser joins words with, and the punctuation, symbols and emoji above ASCII. Other ASCII characters end words anyway, and each
-- one more that is replaced takes time in the statement that stores messages.
create function separate_words(content text) returns text
language sql immutable parallel safe
return regexp_replace(content, '[-&+./@_<~'
  '\u0080-\u00a9\u00ab-\u00b4\u00b6-\u00b9\u00bb-\u00bf\u00d7\u00f7\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3\u05f3\u05f4'
  '\u0600-\u060f\u061b-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0f04-\u0f14\u104a-\u104f\u1361-\u1368\u17d4-\u17d6\u2000-\u206f'
  '\u20a0-\u20ff\u2116\u2122\u2190-\u245f\u2500-\u2bff\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d-\u303f\u30a0\u30fb'
  '\ue000-\uf8ff\ufe00-\ufe1f\ufe30-\ufe6f\ufeff-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65\uffe0-\uffff'
  '\U0001f000-\U0001faff\U000e0000-\U000e01ef]', ' ', 'g');

create function searchable_words(content text) returns tsvector
language sql immutable parallel safe
return to_tsvector('simple', separate_words(content));

-- All terms of the search must be found; the words of one term (`ORD-12345`) in a row. The last word of each may be unfinished.
-- Null: the search has no words.
create function searched_words(search text) returns tsquery
language sql immutable parallel safe
return (
  select string_agg(words || ':*', ' & ')::tsquery
  from regexp_split_to_table(search, '\s+') term
  cross join lateral (select phraseto_tsquery('simple', separate_words(term))::text as words) of_term
  where words <> ''
);

create index message_words on message using gin (searchable_words(content));
create index note_words on note using gin (searchable_words(content));
