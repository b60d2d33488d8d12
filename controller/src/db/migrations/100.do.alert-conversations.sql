-- outside a transaction
-- What a mail follows that is about no outage: the first about the same certificate, or since a monitor flaps.
drop index concurrently if exists alerts_conversations;
create index concurrently if not exists alerts_conversations on alerts ((message ->> 'incidentKey'), recipient_id, id)
  where channel = 'email' and outage_id is null;
