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

create function tell_live_state() returns trigger language plpgsql as $$
begin
  perform tell_live('monitors', new.monitor_id::text);
  return null;
end
$$;
-- By row, as of 2,000 rows that the rule looked at hardly any has another status; to join those before with those
-- after takes longer than to compare each.
create trigger monitor_states_live after update on monitor_states for each row
  when (old.status is distinct from new.status or old.status_since is distinct from new.status_since
    or old.status_reason is distinct from new.status_reason or old.flapping is distinct from new.flapping
    or old.in_maintenance is distinct from new.in_maintenance
    or (old.decision ? 'round') is distinct from (new.decision ? 'round'))
  execute function tell_live_state();
