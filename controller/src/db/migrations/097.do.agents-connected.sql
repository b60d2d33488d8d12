-- outside a transaction
-- The agents of a region that are connected, or merely silent. When they were seen last is written with each heartbeat: in an
-- index it made each of these a new entry in every index of the table.
drop index concurrently if exists agents_connected;
create index concurrently if not exists agents_connected on agents (region) where left_at is null;
drop index concurrently if exists agents_region;
