-- outside a transaction
-- The latest outages of a workspace, whatever their monitors.
drop index concurrently if exists outages_listing;
create index concurrently if not exists outages_listing on outages (started_at desc, id desc);
