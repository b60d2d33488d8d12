-- A server that dies empties its unlogged tables: results of the rechecks that agents had then were taken for what
-- nobody had asked for, acknowledged and not stored. Few rows at any time.
alter table handed_rechecks set logged;
