-- What a contact was not told before it confirmed its address (db/alerts.ts). Alone in its script: while the
-- index of a large table is made nothing else is locked.
create index alerts_unconfirmed on alerts (recipient_id) where suppressed_by = 'unconfirmed';
