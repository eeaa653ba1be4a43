-- The address from which a mail came back, as a keyed hash: it gets no further ones.
alter table continuity add column returned_key text;
