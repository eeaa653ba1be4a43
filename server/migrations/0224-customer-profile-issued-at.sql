-- Time of the sign-in whose profile the row has, so that an older token, which is still valid in another browser, does not overwrite
-- a newer profile. Null for members whose profile has not changed since this migration: any token may change it.
alter table customer add column profile_issued_at timestamptz(3);
