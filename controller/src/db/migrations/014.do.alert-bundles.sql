-- Alerts to one recipient on one channel that went out as one message have its id; attempts to send it
-- again hold the same alerts.
alter table alerts add column bundle_id text;
create index alerts_bundle on alerts (bundle_id) where bundle_id is not null;

-- How many wait for a recipient, and how many it got lately: asked before each delivery.
create index alerts_waiting on alerts (recipient_id, channel) where state = 'queued';
create index alerts_sent on alerts (recipient_id, channel, sent_at) where state = 'sent';
