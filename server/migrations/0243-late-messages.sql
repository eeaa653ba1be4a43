-- Also messages of persons that came late, such as after an outage: when the platform received them. Null: no person wrote it.
alter table channel_automatic_message add column arrived_at timestamptz(3);
