-- outside a transaction
-- What uptimes are made of, without the table: each change of a monitor lies on another of its pages, and a list of
-- 50 monitors of 30 days read 3,000 of them.
drop index concurrently if exists state_changes_statuses;
create index concurrently if not exists state_changes_statuses on state_changes (monitor_id, at) include (status);
