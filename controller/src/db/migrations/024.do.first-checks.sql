-- When a monitor was to be checked beside its grid (made, resumed, changed, a window over), the latest
-- first: an agent that was cut off may report such a check long after the next one was asked for.
alter table monitors add column earlier_runs timestamptz[] not null default '{}';

create function remember_run() returns trigger language plpgsql as $$
begin
  new.earlier_runs := (old.run_at || old.earlier_runs)[1:30];
  return new;
end
$$;
create trigger remember_run before update of run_at on monitors
  for each row when (new.run_at is distinct from old.run_at) execute function remember_run();

-- Whether a monitor was to be checked at an instant beside its grid. Agents know milliseconds.
create function was_run_at(runs timestamptz[], scheduled_ms float8) returns boolean
  language sql immutable parallel safe
  return exists (
    select from unnest(runs) run where abs(extract(epoch from run)::float8 * 1000 - scheduled_ms) <= 1);
