-- What reports by the hour tell of the 24 hours of a UTC day, all regions together: a month of three regions was read
-- from 2,200 rollups with their histograms, and is 31 rows here. Made of the hours once the day is over, by the job that
-- rolls up (reports/rollups/pack-hours.ts), and read only as long as they are what the hours come to.
create table packed_hours (
  monitor_id integer not null,
  -- When the day began.
  day_at timestamptz not null,
  -- The figures (reports/rollups/packed-hours.ts); null: to be made anew; none: to be read from the hours.
  figures bytea,
  primary key (monitor_id, day_at)
);
create index packed_hours_stale on packed_hours (day_at, monitor_id) where figures is null;

-- How far the job is: the days before packed_to are made, and its day of monitors up to monitor_id.
create table packing_progress (
  is_only boolean primary key default true check (is_only),
  packed_to timestamptz,
  monitor_id integer not null default 0
);
insert into packing_progress default values;

-- Whoever rolls quarters up again, with their hours, takes them off this list in the same transaction: also a controller
-- of the version before, which knows of no packed hours. The plan that is kept may be from when the table was empty.
create function forget_packed_hours() returns trigger language plpgsql set enable_seqscan = off as $$
begin
  update packed_hours p set figures = null
  from (
    select distinct q.monitor_id, date_bin('24 hours', q.start_at, 'epoch') as day_at
    from gone q where q.is_taken
  ) touched
  where p.monitor_id = touched.monitor_id and p.day_at = touched.day_at and p.figures is not null;
  return null;
end
$$;

create trigger stale_quarters_packed after delete on stale_quarters
  referencing old table as gone
  for each statement execute function forget_packed_hours();
