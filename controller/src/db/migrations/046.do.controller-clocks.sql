-- How far the clock of a controller's machine is ahead of the database's; null: it has not said.
alter table controllers
  add column clock_offset_ms bigint;
