-- Of two who made the same day at once the second failed: what a name stands for was looked up before it waited for its turn,
-- and to wait for an advisory lock has nobody look again. A statement of its own reads what is there now.
create or replace function create_check_results_day(p_day date) returns boolean language plpgsql as $$
declare
  partition_name text := 'check_results_' || to_char(p_day, 'YYYYMMDD');
begin
  if to_regclass(partition_name) is not null then
    return false;
  end if;
  perform pg_advisory_xact_lock(7446002);
  if exists (
    select from pg_class day join pg_class results using (relnamespace)
    where day.relname = partition_name and results.oid = 'check_results'::regclass
  ) then
    return false;
  end if;
  -- Made apart and attached: "create table … partition of" would lock out everybody who reads or
  -- writes, and wait for a long reader (a backup) while they all wait behind it.
  execute format('create table %I (like check_results including all)', partition_name);
  execute format(
    'alter table check_results attach partition %I for values from (%L) to (%L)',
    partition_name,
    p_day::timestamp at time zone 'UTC',
    (p_day + 1)::timestamp at time zone 'UTC'
  );
  return true;
end
$$;
