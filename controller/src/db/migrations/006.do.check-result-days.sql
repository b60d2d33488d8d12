-- The days of check_results on plain PostgreSQL. Both functions may run in several controllers at
-- once; the lock keeps them from making or dropping the same day twice.

create function create_check_results_day(p_day date) returns boolean language plpgsql as $$
declare
  partition_name text := 'check_results_' || to_char(p_day, 'YYYYMMDD');
begin
  if to_regclass(partition_name) is not null then
    return false;
  end if;
  perform pg_advisory_xact_lock(7446002);
  if to_regclass(partition_name) is not null then
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

create function drop_check_results_days(p_before date) returns integer language plpgsql as $$
declare
  day_table regclass;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7446002);
  -- A drop needs the whole table for a moment: rather again in an hour than make everybody wait for a
  -- long reader.
  perform set_config('lock_timeout', '2s', true);
  for day_table in
    select inhrelid::regclass
    from pg_inherits
    join pg_class on pg_class.oid = inhrelid
    where inhparent = 'check_results'::regclass
      and relname ~ '^check_results_\d{8}$'
      and to_date(right(relname, 8), 'YYYYMMDD') < p_before
  loop
    execute format('drop table %s', day_table);
    dropped := dropped + 1;
  end loop;
  return dropped;
end
$$;
