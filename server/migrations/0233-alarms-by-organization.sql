-- The oldest alarm of each organization, so that one with many alarms does not delay those of others.
create index sla_alarm_of_organization on conversation_sla (organization_id, alarm_at) where alarm_at is not null;
