-- What grids a monitor had (made with another interval, mode or regions, or paused meanwhile), the latest
-- first: an agent that was cut off goes on by the one it knew. What lies on none is no result that an agent
-- was asked for.
create type monitor_grid as (
  since timestamptz,
  until timestamptz,
  interval_minutes integer,
  -- The regions that took turns on it; null: each had a phase of its own.
  turns text[]
);
alter table monitors add column earlier_grids monitor_grid[] not null default '{}';

create function remember_grid() returns trigger language plpgsql as $$
begin
  new.earlier_grids := (array[row(old.grid_since, new.grid_since, old.interval_minutes,
    case when old.check_mode = 'rotate' then old.regions end)::monitor_grid] || old.earlier_grids)[1:30];
  return new;
end
$$;
create trigger remember_grid before update of grid_since on monitors
  for each row when (new.grid_since is distinct from old.grid_since) execute function remember_grid();

-- Whether an instant, UNIX ms, is a slot of a grid in which so many regions take turns; the first's. Phases are
-- those of the controller (schedule/grid.ts): on steps of 50 ms now, anywhere in earlier versions.
create function is_on_grid(slot_ms bigint, phase_hash bigint, interval_ms bigint, turns integer) returns boolean
  language sql immutable parallel safe
  return (slot_ms - phase_hash % interval_ms) % (interval_ms * turns) = 0
    or (slot_ms - phase_hash % interval_ms + phase_hash % interval_ms % 50) % (interval_ms * turns) = 0;

-- The same where regions take turns, in the order of their names.
create function is_turn(slot_ms bigint, monitor_hash bigint, interval_ms bigint, region text, turns text[])
  returns boolean language sql immutable parallel safe
  return region = any(turns) and is_on_grid(
    slot_ms - interval_ms * (select count(*) from unnest(turns) other
      where other collate "C" < region collate "C"),
    monitor_hash, interval_ms, cardinality(turns));

-- Whether an instant, UNIX ms, is a slot of a grid that a monitor had before the one it has since grid_since.
-- 840 hours are how long an agent keeps what it could not send (MAX_SPOOLED_MS): after that nothing of an
-- earlier grid comes any more. Where the grids since created_at are not all known, because there were more
-- than are kept or this column was added later, any of them counts.
create function was_slot(grids monitor_grid[], created_at timestamptz, grid_since timestamptz, slot_ms bigint,
    region text, region_hash bigint, monitor_hash bigint) returns boolean
  language sql stable parallel safe
  return exists (
      select from unnest(grids) g
      where to_timestamp(slot_ms / 1000.0) >= g.since - interval '1 minute'
        and to_timestamp(slot_ms / 1000.0) < g.until + interval '840 hours'
        and case when g.turns is null
          then is_on_grid(slot_ms, region_hash, g.interval_minutes * 60000::bigint, 1)
          else is_turn(slot_ms, monitor_hash, g.interval_minutes * 60000::bigint, region, g.turns) end)
    or (created_at < coalesce((grids[cardinality(grids)]).since, grid_since)
      and to_timestamp(slot_ms / 1000.0) >= created_at - interval '1 minute'
      and to_timestamp(slot_ms / 1000.0)
        < coalesce((grids[cardinality(grids)]).since, grid_since) + interval '840 hours');
