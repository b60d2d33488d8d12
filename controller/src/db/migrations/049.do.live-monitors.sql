-- What people who have the app open are told of at once (live/), by the channel "live": a word for what changed, the
-- transaction it changed in, and what it is. Everybody who listens hears the same in the same order, so that the
-- transaction is a place in it from which any controller can go on. Only what the status of a monitor, or what people
-- decide of it, changes is told here: of results their controller tells, once a second and while somebody follows.
create function tell_live(kind text, what text) returns void language sql volatile as $$
  select pg_notify('live', kind || ' ' || pg_current_xact_id() || ' ' || what);
$$;

create or replace function notify_monitor_changes() returns trigger language plpgsql as $$
declare
  chunk text;
begin
  for chunk in
    select string_agg(id::text, ',')
    from (select id, (row_number() over () - 1) / 500 as part from changed_rows) numbered
    group by part
  loop
    perform pg_notify('monitor_changes', chunk);
    if tg_op <> 'DELETE' then
      perform tell_live('monitors', chunk);
    end if;
  end loop;
  if tg_op = 'DELETE' then
    perform tell_live('gone', workspace_id || ' ' || string_agg(public_id, ','))
    from (select workspace_id, public_id, (row_number() over () - 1) / 200 as part from changed_rows) numbered
    group by workspace_id, part;
  end if;
  return null;
end
$$;

-- The two tables are made one by their keys, never row by row: of 2,000 that change at once, the planner knows of none.
create function tell_live_states() returns trigger language plpgsql set enable_nestloop = off as $$
declare
  chunk text;
begin
  for chunk in
    select string_agg(monitor_id::text, ',')
    from (
      select n.monitor_id, (row_number() over () - 1) / 500 as part
      from rows_after n
      join rows_before o on o.monitor_id = n.monitor_id
      where n.status <> o.status or n.status_since <> o.status_since
        or n.status_reason is distinct from o.status_reason or n.flapping <> o.flapping
        or n.in_maintenance <> o.in_maintenance or (n.decision ? 'round') <> (o.decision ? 'round')
    ) numbered
    group by part
  loop
    perform tell_live('monitors', chunk);
  end loop;
  return null;
end
$$;
create trigger monitor_states_live after update on monitor_states
  referencing old table as rows_before new table as rows_after
  for each statement execute function tell_live_states();
